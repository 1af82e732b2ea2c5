/// Why `files/upload` failed.
public enum UploadError: WireFailure {
    /// The bytes could not be put there. They are kept in a closed session,
    /// so that they can be committed elsewhere without being sent again.
    /// Where there is no room to keep them the session is one that nobody
    /// knows: clients insist on the field.
    case path(WriteError, session: SessionID)
    case payloadTooLarge
    case contentHashMismatch
    case propertiesError
    case encryptionNotSupported
    case other

    private static let plain: [(String, UploadError)] = [
        ("payload_too_large", .payloadTooLarge),
        ("content_hash_mismatch", .contentHashMismatch),
        ("properties_error", .propertiesError),
        ("encryption_not_supported", .encryptionNotSupported), ("other", .other),
    ]

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var union = try WireUnion(json, at: place)
        if union.tag == "path" {
            self = .path(
                try union.fields.required("reason"),
                session: try union.fields.required("upload_session_id"))
        } else if let member = Self.plain.first(where: { $0.0 == union.tag }) {
            self = member.1
        } else {
            self = try union.unknown(.other)
        }
    }

    public func write(to writer: inout JSONWriter) {
        writer.tagged(summary[0]) { writer in
            guard case .path(let reason, let session) = self else { return }
            writer.field("reason", reason)
            writer.field("upload_session_id", session)
        }
    }

    public var summary: [String] {
        if case .path(let reason, _) = self { return ["path"] + reason.summary }
        return [Self.plain.first { $0.1 == self }?.0 ?? "other"]
    }
}

/// Why `files/upload_session/start` failed.
public enum SessionStartError: String, PlainUnion, WireFailure {
    case concurrentSessionDataNotAllowed = "concurrent_session_data_not_allowed"
    case concurrentSessionCloseNotAllowed = "concurrent_session_close_not_allowed"
    case payloadTooLarge = "payload_too_large"
    case contentHashMismatch = "content_hash_mismatch"
    case other
    public static let unknownMember: SessionStartError? = .other
}

/// Why an upload session does not take what it was given.
public enum SessionError: WireFailure {
    case notFound
    /// Go on from there: an earlier call had been stored.
    case incorrectOffset(correct: Int64)
    case closed
    case notClosed
    case tooLarge
    case payloadTooLarge
    case contentHashMismatch
    case concurrentSessionInvalidOffset
    case concurrentSessionInvalidDataSize
    case other

    private static let plain: [(String, SessionError)] = [
        ("not_found", .notFound), ("closed", .closed), ("not_closed", .notClosed),
        ("too_large", .tooLarge), ("payload_too_large", .payloadTooLarge),
        ("content_hash_mismatch", .contentHashMismatch),
        ("concurrent_session_invalid_offset", .concurrentSessionInvalidOffset),
        ("concurrent_session_invalid_data_size", .concurrentSessionInvalidDataSize),
        ("other", .other),
    ]

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var union = try WireUnion(json, at: place)
        if union.tag == "incorrect_offset" {
            self = .incorrectOffset(correct: try union.fields.required("correct_offset"))
        } else if let member = Self.plain.first(where: { $0.0 == union.tag }) {
            self = member.1
        } else {
            self = try union.unknown(.other)
        }
    }

    public func write(to writer: inout JSONWriter) {
        writer.tagged(summary[0]) { writer in
            if case .incorrectOffset(let correct) = self {
                writer.field("correct_offset", correct)
            }
        }
    }

    public var summary: [String] {
        if case .incorrectOffset = self { return ["incorrect_offset"] }
        return [Self.plain.first { $0.1 == self }?.0 ?? "other"]
    }
}

/// Why `files/upload_session/finish` failed.
public enum SessionFinishError: WireFailure {
    case lookupFailed(SessionError)
    case path(WriteError)
    case propertiesError
    case tooManyWriteOperations
    case concurrentSessionDataNotAllowed
    case concurrentSessionNotClosed
    case concurrentSessionMissingData
    case payloadTooLarge
    case contentHashMismatch
    case other

    private static let plain: [(String, SessionFinishError)] = [
        ("properties_error", .propertiesError),
        ("too_many_write_operations", .tooManyWriteOperations),
        ("concurrent_session_data_not_allowed", .concurrentSessionDataNotAllowed),
        ("concurrent_session_not_closed", .concurrentSessionNotClosed),
        ("concurrent_session_missing_data", .concurrentSessionMissingData),
        ("payload_too_large", .payloadTooLarge),
        ("content_hash_mismatch", .contentHashMismatch), ("other", .other),
    ]

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var union = try WireUnion(json, at: place)
        switch union.tag {
        case "lookup_failed": self = .lookupFailed(try union.fields.required("lookup_failed"))
        case "path": self = .path(try union.fields.required("path"))
        default:
            if let member = Self.plain.first(where: { $0.0 == union.tag }) {
                self = member.1
            } else {
                self = try union.unknown(.other)
            }
        }
    }

    public func write(to writer: inout JSONWriter) {
        writer.tagged(summary[0]) { writer in
            switch self {
            case .lookupFailed(let error): writer.field("lookup_failed", error)
            case .path(let error): writer.field("path", error)
            default: break
            }
        }
    }

    public var summary: [String] {
        switch self {
        case .lookupFailed(let error): ["lookup_failed"] + error.summary
        case .path(let error): ["path"] + error.summary
        default: [Self.plain.first { $0.1 == self }?.0 ?? "other"]
        }
    }
}
