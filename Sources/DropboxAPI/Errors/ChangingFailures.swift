/// Why `files/restore` failed.
public enum RestoreError: NestedFailure {
    case pathLookup(LookupError)
    case pathWrite(WriteError)
    case invalidRevision
    case inProgress
    case other

    static let lookups: [(String, @Sendable (LookupError) -> Self)] = [
        ("path_lookup", { .pathLookup($0) })
    ]
    static let writes: [(String, @Sendable (WriteError) -> Self)] = [
        ("path_write", { .pathWrite($0) })
    ]
    static let plain: [(String, Self)] = [
        ("invalid_revision", .invalidRevision), ("in_progress", .inProgress),
    ]
    static let unknown = RestoreError.other
    var member: (tag: String, content: (any WireFailure)?) {
        switch self {
        case .pathLookup(let error): ("path_lookup", error)
        case .pathWrite(let error): ("path_write", error)
        default: plainMember()
        }
    }
}

/// Why a delete failed.
public enum DeleteError: NestedFailure {
    case pathLookup(LookupError)
    case pathWrite(WriteError)
    case tooManyWriteOperations
    case tooManyFiles
    case other

    static let lookups: [(String, @Sendable (LookupError) -> Self)] = [
        ("path_lookup", { .pathLookup($0) })
    ]
    static let writes: [(String, @Sendable (WriteError) -> Self)] = [
        ("path_write", { .pathWrite($0) })
    ]
    static let plain: [(String, Self)] = [
        ("too_many_write_operations", .tooManyWriteOperations),
        ("too_many_files", .tooManyFiles),
    ]
    static let unknown = DeleteError.other
    var member: (tag: String, content: (any WireFailure)?) {
        switch self {
        case .pathLookup(let error): ("path_lookup", error)
        case .pathWrite(let error): ("path_write", error)
        default: plainMember()
        }
    }
}

/// Why a move or a copy failed.
public enum RelocationError: NestedFailure {
    case fromLookup(LookupError)
    case fromWrite(WriteError)
    case to(WriteError)
    case cantMoveFolderIntoItself
    case tooManyFiles
    case duplicatedOrNestedPaths
    case insufficientQuota
    case internalError
    case other

    static let lookups: [(String, @Sendable (LookupError) -> Self)] = [
        ("from_lookup", { .fromLookup($0) })
    ]
    static let writes: [(String, @Sendable (WriteError) -> Self)] = [
        ("from_write", { .fromWrite($0) }), ("to", { .to($0) }),
    ]
    static let plain: [(String, Self)] = [
        ("cant_move_folder_into_itself", .cantMoveFolderIntoItself),
        ("too_many_files", .tooManyFiles),
        ("duplicated_or_nested_paths", .duplicatedOrNestedPaths),
        ("insufficient_quota", .insufficientQuota), ("internal_error", .internalError),
    ]
    static let unknown = RelocationError.other
    var member: (tag: String, content: (any WireFailure)?) {
        switch self {
        case .fromLookup(let error): ("from_lookup", error)
        case .fromWrite(let error): ("from_write", error)
        case .to(let error): ("to", error)
        default: plainMember()
        }
    }
}

/// Why one entry of a batch of moves or copies failed.
public enum RelocationEntryError: WireFailure {
    case relocation(RelocationError)
    case internalError
    case tooManyWriteOperations
    case other

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var union = try WireUnion(json, at: place)
        switch union.tag {
        case "relocation_error": self = .relocation(try union.fields.required("relocation_error"))
        case "internal_error": self = .internalError
        case "too_many_write_operations": self = .tooManyWriteOperations
        case "other": self = .other
        default: self = try union.unknown(.other)
        }
    }

    public func write(to writer: inout JSONWriter) {
        writer.tagged(summary[0]) { writer in
            if case .relocation(let error) = self { writer.field("relocation_error", error) }
        }
    }

    public var summary: [String] {
        switch self {
        case .relocation(let error): ["relocation_error"] + error.summary
        case .internalError: ["internal_error"]
        case .tooManyWriteOperations: ["too_many_write_operations"]
        case .other: ["other"]
        }
    }
}

/// Why a folder was not made.
public enum CreateFolderError: NestedFailure {
    case path(WriteError)
    case other

    static let writes: [(String, @Sendable (WriteError) -> Self)] = [("path", { .path($0) })]
    static let unknown = CreateFolderError.other
    var member: (tag: String, content: (any WireFailure)?) {
        if case .path(let error) = self { return ("path", error) }
        return ("other", nil)
    }
}

/// Why a batch as a whole was refused.
public enum BatchError: String, PlainUnion, WireFailure {
    case tooManyWriteOperations = "too_many_write_operations"
    case tooManyFiles = "too_many_files"
    case other
    public static let unknownMember: BatchError? = .other
}

/// Why the state of a job is not known.
public enum PollError: String, PlainUnion, WireFailure {
    case invalidAsyncJobID = "invalid_async_job_id"
    case internalError = "internal_error"
    case other
    public static let unknownMember: PollError? = .other
}
