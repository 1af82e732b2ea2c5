import Photos

/// In what order the bytes of a session come.
public enum SessionKind: String, PlainUnion, Hashable {
    /// Each call behind the one before.
    case sequential
    /// At any offset that is a multiple of 4 MiB, side by side.
    case concurrent
}

/// The argument of `files/upload_session/start`.
public struct SessionStartArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    /// Whether the bytes of this call are the last.
    public var close: Bool
    public var kind: SessionKind?
    public var contentHash: ContentHash?

    public init(close: Bool = false, kind: SessionKind? = nil, contentHash: ContentHash? = nil) {
        self.close = close
        self.kind = kind
        self.contentHash = contentHash
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        close = try fields.optional("close", default: false)
        kind = try fields.optional("session_type")
        contentHash = try fields.optional("content_hash")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("close", close)
            writer.field("session_type", kind)
            writer.field("content_hash", contentHash)
        }
    }
}

/// The result of `files/upload_session/start`.
public struct SessionStartResult: Hashable, Sendable, WireEncodable, WireDecodable {
    public var sessionID: SessionID

    public init(sessionID: SessionID) {
        self.sessionID = sessionID
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        sessionID = try fields.required("session_id")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { $0.field("session_id", sessionID) }
    }
}

/// The argument of `files/upload_session/start_batch`.
public struct SessionStartBatchArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    public var kind: SessionKind?
    /// 1 to 1000.
    public var count: Int

    public init(kind: SessionKind? = nil, count: Int) {
        self.kind = kind
        self.count = count
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        kind = try fields.optional("session_type")
        guard fields.contains("num_sessions") else {
            throw WireError(place: place, reason: .missingField("num_sessions"))
        }
        count = try fields.number("num_sessions", in: 1...1000, default: 0)
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("session_type", kind)
            writer.field("num_sessions", count)
        }
    }
}

/// The result of `files/upload_session/start_batch`.
public struct SessionStartBatchResult: Hashable, Sendable, WireEncodable, WireDecodable {
    public var sessionIDs: [SessionID]

    public init(sessionIDs: [SessionID]) {
        self.sessionIDs = sessionIDs
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        sessionIDs = try fields.required("session_ids")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { $0.field("session_ids", sessionIDs) }
    }
}

/// A place in a session.
public struct SessionCursor: Hashable, Sendable, WireEncodable, WireDecodable {
    public var sessionID: SessionID
    /// Bytes before it.
    public var offset: Int64

    public init(sessionID: SessionID, offset: Int64) {
        self.sessionID = sessionID
        self.offset = offset
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        sessionID = try fields.required("session_id")
        offset = try fields.required("offset")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("session_id", sessionID)
            writer.field("offset", offset)
        }
    }
}

/// The argument of `files/upload_session/append_v2`.
public struct SessionAppendArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    public var cursor: SessionCursor
    public var close: Bool
    public var contentHash: ContentHash?

    public init(cursor: SessionCursor, close: Bool = false, contentHash: ContentHash? = nil) {
        self.cursor = cursor
        self.close = close
        self.contentHash = contentHash
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        cursor = try fields.required("cursor")
        close = try fields.optional("close", default: false)
        contentHash = try fields.optional("content_hash")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("cursor", cursor)
            writer.field("close", close)
            writer.field("content_hash", contentHash)
        }
    }
}

/// The argument of `files/upload_session/finish`, and an entry of a batch.
public struct SessionFinishArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    public var cursor: SessionCursor
    public var commit: CommitInfo
    public var contentHash: ContentHash?

    public init(cursor: SessionCursor, commit: CommitInfo, contentHash: ContentHash? = nil) {
        self.cursor = cursor
        self.commit = commit
        self.contentHash = contentHash
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        cursor = try fields.required("cursor")
        commit = try fields.required("commit")
        contentHash = try fields.optional("content_hash")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("cursor", cursor)
            writer.field("commit", commit)
            writer.field("content_hash", contentHash)
        }
    }
}

/// The argument of `files/upload_session/finish_batch_v2`.
public struct SessionFinishBatchArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    /// At most 1000.
    public var entries: [SessionFinishArgument]

    public init(entries: [SessionFinishArgument]) {
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
