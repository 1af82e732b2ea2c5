import Photos

/// The argument of `carousel/conversations/save`.
public struct SaveSharedArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    public var operation: OperationID
    public var conversation: ConversationID
    public var message: MessageID
    /// 1 to 1000 photos of the message.
    public var items: [Int]

    public init(
        operation: OperationID, conversation: ConversationID, message: MessageID, items: [Int]
    ) {
        self.operation = operation
        self.conversation = conversation
        self.message = message
        self.items = items
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        operation = try fields.required("op_id")
        conversation = try fields.required("conversation")
        message = try fields.required("message")
        items = try fields.list("items", count: 1...ConversationLimits.saved)
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("op_id", operation)
            writer.field("conversation", conversation)
            writer.field("message", message)
            writer.field("items", items)
        }
    }
}

/// What came of saving one photo.
public enum SaveOutcome: Hashable, Sendable, WireEncodable, WireDecodable {
    case saved(FileID, pathDisplay: String)
    /// The account had that content already.
    case there(FileID)
    /// Its owner deleted it, or there is no such photo.
    case gone
    /// The account's quota does not allow it.
    case noSpace
    /// Not known to this reader.
    case other

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var union = try WireUnion(json, at: place)
        switch union.tag {
        case "saved":
            self = .saved(
                try union.fields.required("id"),
                pathDisplay: try union.fields.required("path_display"))
        case "there": self = .there(try union.fields.required("id"))
        case "gone": self = .gone
        case "no_space": self = .noSpace
        default: self = try union.unknown(.other)
        }
        try union.fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        switch self {
        case .saved(let id, let path):
            writer.object { writer in
                writer.field(".tag", "saved")
                writer.field("id", id)
                writer.field("path_display", path)
            }
        case .there(let id):
            writer.object { writer in
                writer.field(".tag", "there")
                writer.field("id", id)
            }
        case .gone: writer.tagged("gone")
        case .noSpace: writer.tagged("no_space")
        case .other: writer.tagged("other")
        }
    }
}

/// A photo of a message, and what came of saving it.
public struct SavedItem: Hashable, Sendable, WireEncodable, WireDecodable {
    public var item: Int
    public var outcome: SaveOutcome

    public init(item: Int, outcome: SaveOutcome) {
        self.item = item
        self.outcome = outcome
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        item = try fields.required("item")
        outcome = try fields.required("result")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("item", item)
            writer.field("result", outcome)
        }
    }
}

/// The result of `carousel/conversations/save`, in the order asked for.
public struct SaveSharedResult: Hashable, Sendable, WireEncodable, WireDecodable {
    public var results: [SavedItem]
    public var mark: FeedMark

    public init(results: [SavedItem], mark: FeedMark) {
        self.results = results
        self.mark = mark
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        results = try fields.required("results")
        mark = try FeedMark(&fields)
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("results", results)
            mark.writeFields(to: &writer)
        }
    }
}
