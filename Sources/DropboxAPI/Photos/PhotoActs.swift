import Photos

/// The argument of `carousel/photos/set_flags`. Flags belong to a content:
/// they are set on all files of it, and a new file of it has them too.
public struct SetFlagsArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    public var operation: OperationID
    /// 1 to 1000.
    public var ids: [FileID]
    /// Nil leaves it as it is.
    public var hidden: Bool?
    public var favourite: Bool?

    public init(
        operation: OperationID, ids: [FileID], hidden: Bool? = nil, favourite: Bool? = nil
    ) {
        self.operation = operation
        self.ids = ids
        self.hidden = hidden
        self.favourite = favourite
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        operation = try fields.required("op_id")
        ids = try fields.list("ids", count: 1...PhotoLimits().changeBatch)
        hidden = try fields.optional("hidden")
        favourite = try fields.optional("favourite")
        guard hidden != nil || favourite != nil else {
            throw WireError(place: place, reason: .invalid("neither 'hidden' nor 'favourite'"))
        }
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("op_id", operation)
            writer.field("ids", ids)
            writer.field("hidden", hidden)
            writer.field("favourite", favourite)
        }
    }
}

/// The argument of `carousel/photos/delete`.
public struct DeletePhotosArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    public var operation: OperationID
    /// Files to delete; at most 1000.
    public var ids: [FileID]
    /// Contents to delete wherever they are, and to remember as deleted even
    /// where there is none; at most 1000.
    public var contentHashes: [ContentHash]
    /// Older contents of the photos, which shall not come back either: they
    /// are remembered as deleted where no file has them.
    public var superseded: [ContentHash]
    /// Uploads under way that are not wanted any more: one that arrives later
    /// under such a name is refused.
    public var cancels: [OperationID]

    public init(
        operation: OperationID, ids: [FileID] = [], contentHashes: [ContentHash] = [],
        superseded: [ContentHash] = [], cancels: [OperationID] = []
    ) {
        self.operation = operation
        self.ids = ids
        self.contentHashes = contentHashes
        self.superseded = superseded
        self.cancels = cancels
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        let count = 0...PhotoLimits().changeBatch
        var fields = try WireFields(json, at: place)
        operation = try fields.required("op_id")
        ids = try fields.optionalList("ids", count: count)
        contentHashes = try fields.optionalList("content_hashes", count: count)
        superseded = try fields.optionalList("superseded", count: count)
        cancels = try fields.optionalList("cancels", count: count)
        guard !ids.isEmpty || !contentHashes.isEmpty else {
            throw WireError(place: place, reason: .invalid("neither 'ids' nor 'content_hashes'"))
        }
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("op_id", operation)
            writer.field("ids", ids)
            writer.field("content_hashes", contentHashes)
            if !superseded.isEmpty { writer.field("superseded", superseded) }
            if !cancels.isEmpty { writer.field("cancels", cancels) }
        }
    }
}

/// The argument of `carousel/photos/restore`.
public struct RestorePhotosArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    public var operation: OperationID
    /// Files to bring back with the contents named, or as they were when
    /// none is named; at most 1000.
    public var ids: [FileID]
    /// Contents to bring back and to remember as deleted no longer; at most
    /// 1000. One that some file has is back already.
    public var contentHashes: [ContentHash]

    public init(operation: OperationID, ids: [FileID] = [], contentHashes: [ContentHash] = []) {
        self.operation = operation
        self.ids = ids
        self.contentHashes = contentHashes
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        let count = 0...PhotoLimits().changeBatch
        var fields = try WireFields(json, at: place)
        operation = try fields.required("op_id")
        ids = try fields.optionalList("ids", count: count)
        contentHashes = try fields.optionalList("content_hashes", count: count)
        guard !ids.isEmpty || !contentHashes.isEmpty else {
            throw WireError(place: place, reason: .invalid("neither 'ids' nor 'content_hashes'"))
        }
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("op_id", operation)
            writer.field("ids", ids)
            writer.field("content_hashes", contentHashes)
        }
    }
}

/// What became of one photo of a change.
public struct PhotoResult: Hashable, Sendable, WireEncodable, WireDecodable {
    public enum Outcome: String, PlainUnion, Hashable {
        case done
        /// The account has no such photo, or none to be had again.
        case notFound = "not_found"
        case other
        public static let unknownMember: Outcome? = .other
    }

    public var id: FileID
    public var outcome: Outcome

    public init(id: FileID, outcome: Outcome) {
        self.id = id
        self.outcome = outcome
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        id = try fields.required("id")
        outcome = try fields.required("result")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("id", id)
            writer.field("result", outcome)
        }
    }
}

/// The result of a change of photos.
public struct PhotoResults: Hashable, Sendable, WireEncodable, WireDecodable {
    /// One for each id of the argument, in order.
    public var results: [PhotoResult]
    /// Contents of the argument of which no file is live afterwards, though
    /// one was to be: after `restore`, those that the server has no more.
    public var missing: [ContentHash]
    public var mark: FeedMark

    public init(results: [PhotoResult], missing: [ContentHash] = [], mark: FeedMark) {
        self.results = results
        self.missing = missing
        self.mark = mark
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        results = try fields.required("results")
        missing = try fields.optional("missing", default: [])
        mark = try FeedMark(&fields)
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("results", results)
            if !missing.isEmpty { writer.field("missing", missing) }
            mark.writeFields(to: &writer)
        }
    }
}
