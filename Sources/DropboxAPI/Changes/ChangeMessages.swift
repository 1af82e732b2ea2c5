/// What to delete.
public struct DeleteArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    public var path: PathArgument
    /// Delete only if the file is still at this revision.
    public var parentRevision: Revision?

    public init(path: PathArgument, parentRevision: Revision? = nil) {
        self.path = path
        self.parentRevision = parentRevision
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        path = try fields.path("path", .writeOrID)
        parentRevision = try fields.optional("parent_rev")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("path", path)
            writer.field("parent_rev", parentRevision)
        }
    }
}

/// The argument of `files/delete_batch`.
public struct DeleteBatchArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    /// At most 1000.
    public var entries: [DeleteArgument]

    public init(entries: [DeleteArgument]) {
        self.entries = entries
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        entries = try fields.list("entries", count: 0...1000)
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { $0.field("entries", entries) }
    }
}

/// What to move or copy, and where to.
public struct RelocationArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    public var from: PathArgument
    public var to: PathArgument
    public var autorename: Bool

    public init(from: PathArgument, to: PathArgument, autorename: Bool = false) {
        self.from = from
        self.to = to
        self.autorename = autorename
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        from = try fields.path("from_path", .writeOrID)
        to = try fields.path("to_path", .writeOrID)
        autorename = try fields.optional("autorename", default: false)
        // Every file here has one owner, so neither changes anything.
        _ = try fields.optional("allow_shared_folder", as: Bool.self)
        _ = try fields.optional("allow_ownership_transfer", as: Bool.self)
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("from_path", from)
            writer.field("to_path", to)
            writer.field("autorename", autorename)
        }
    }
}

/// One entry of a batch of moves or copies.
public struct RelocationPath: Hashable, Sendable, WireEncodable, WireDecodable {
    public var from: PathArgument
    public var to: PathArgument

    public init(from: PathArgument, to: PathArgument) {
        self.from = from
        self.to = to
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        from = try fields.path("from_path", .writeOrID)
        to = try fields.path("to_path", .writeOrID)
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("from_path", from)
            writer.field("to_path", to)
        }
    }
}

/// The argument of `files/move_batch_v2` and `files/copy_batch_v2`.
public struct RelocationBatchArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    /// 1 to 1000.
    public var entries: [RelocationPath]
    public var autorename: Bool

    public init(entries: [RelocationPath], autorename: Bool = false) {
        self.entries = entries
        self.autorename = autorename
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        entries = try fields.list("entries", count: 1...1000)
        autorename = try fields.optional("autorename", default: false)
        // Every file here has one owner.
        _ = try fields.optional("allow_ownership_transfer", as: Bool.self)
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("entries", entries)
            writer.field("autorename", autorename)
        }
    }
}

/// The folder to make.
public struct CreateFolderArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    public var path: PathArgument
    public var autorename: Bool

    public init(path: PathArgument, autorename: Bool = false) {
        self.path = path
        self.autorename = autorename
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        path = try fields.path("path", .write)
        autorename = try fields.optional("autorename", default: false)
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("path", path)
            writer.field("autorename", autorename)
        }
    }
}

/// The folders to make.
public struct CreateFolderBatchArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    /// At most 10,000.
    public var paths: [PathArgument]
    public var autorename: Bool
    /// Answer with a job even when it is done.
    public var forceAsync: Bool

    public init(paths: [PathArgument], autorename: Bool = false, forceAsync: Bool = false) {
        self.paths = paths
        self.autorename = autorename
        self.forceAsync = forceAsync
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        let texts: [String] = try fields.list("paths", count: 0...10_000)
        paths = []
        for (index, text) in texts.enumerated() {
            guard PathForm.write.matches(text) else {
                throw WireError(
                    place: place.field("paths").element(index),
                    reason: .invalid("'\(text.prefix(200))' did not match the pattern of a path"))
            }
            paths.append(PathArgument(text))
        }
        autorename = try fields.optional("autorename", default: false)
        forceAsync = try fields.optional("force_async", default: false)
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("paths", paths)
            writer.field("autorename", autorename)
            writer.field("force_async", forceAsync)
        }
    }
}

/// A result that is one folder under `metadata`.
public struct FolderResult: Hashable, Sendable, WireEncodable, WireDecodable {
    public var metadata: FolderMetadata

    public init(metadata: FolderMetadata) {
        self.metadata = metadata
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        metadata = try fields.required("metadata")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { $0.field("metadata", metadata) }
    }
}
