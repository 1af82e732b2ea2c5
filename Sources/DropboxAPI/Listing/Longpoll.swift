/// What a long poll waits for.
public struct LongpollArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    public var cursor: ListCursor
    /// Seconds, 30 to 480. The server may take up to 90 more.
    public var timeout: Int

    public init(cursor: ListCursor, timeout: Int = 30) {
        self.cursor = cursor
        self.timeout = timeout
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        cursor = try fields.required("cursor")
        timeout = try fields.number("timeout", in: 30...480, default: 30)
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("cursor", cursor)
            writer.field("timeout", timeout)
        }
    }
}

/// How a long poll ended.
public struct LongpollResult: Hashable, Sendable, WireEncodable, WireDecodable {
    /// Whether `files/list_folder/continue` is worth a call.
    public var changes: Bool
    /// Seconds to wait before the next long poll.
    public var backoff: Int?

    public init(changes: Bool, backoff: Int? = nil) {
        self.changes = changes
        self.backoff = backoff
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        changes = try fields.required("changes")
        backoff = try fields.optional("backoff")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("changes", changes)
            writer.field("backoff", backoff)
        }
    }
}
