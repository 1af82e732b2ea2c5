/// Why `files/list_folder` failed.
public enum ListFolderError: NestedFailure {
    case path(LookupError)
    case other

    static let lookups: [(String, @Sendable (LookupError) -> Self)] = [("path", { .path($0) })]
    static let unknown = ListFolderError.other
    var member: (tag: String, content: (any WireFailure)?) {
        if case .path(let error) = self { return ("path", error) }
        return ("other", nil)
    }
}

/// Why `files/list_folder/continue` failed.
public enum ListFolderContinueError: NestedFailure {
    /// The listed folder is gone.
    case path(LookupError)
    /// The cursor is of no use any more: list anew and compare.
    case reset
    case other

    static let lookups: [(String, @Sendable (LookupError) -> Self)] = [("path", { .path($0) })]
    static let plain: [(String, Self)] = [("reset", .reset)]
    static let unknown = ListFolderContinueError.other
    var member: (tag: String, content: (any WireFailure)?) {
        if case .path(let error) = self { return ("path", error) }
        return plainMember()
    }
}

/// Why `files/list_folder/longpoll` failed.
public enum LongpollError: String, PlainUnion, WireFailure {
    case reset
    case other
    public static let unknownMember: LongpollError? = .other
}

/// Why `files/get_metadata` failed.
public enum GetMetadataError: NestedFailure {
    case path(LookupError)

    static let lookups: [(String, @Sendable (LookupError) -> Self)] = [("path", { .path($0) })]
    static let unknown = GetMetadataError.path(.other)
    var member: (tag: String, content: (any WireFailure)?) {
        switch self {
        case .path(let error): ("path", error)
        }
    }
}

/// Why `files/download` failed.
public enum DownloadError: NestedFailure {
    case path(LookupError)
    case unsupportedFile
    case other

    static let lookups: [(String, @Sendable (LookupError) -> Self)] = [("path", { .path($0) })]
    static let plain: [(String, Self)] = [("unsupported_file", .unsupportedFile)]
    static let unknown = DownloadError.other
    var member: (tag: String, content: (any WireFailure)?) {
        if case .path(let error) = self { return ("path", error) }
        return plainMember()
    }
}

/// Why `files/get_temporary_link` failed.
public enum GetTemporaryLinkError: NestedFailure {
    case path(LookupError)
    case emailNotVerified
    case unsupportedFile
    case notAllowed
    case other

    static let lookups: [(String, @Sendable (LookupError) -> Self)] = [("path", { .path($0) })]
    static let plain: [(String, Self)] = [
        ("email_not_verified", .emailNotVerified), ("unsupported_file", .unsupportedFile),
        ("not_allowed", .notAllowed),
    ]
    static let unknown = GetTemporaryLinkError.other
    var member: (tag: String, content: (any WireFailure)?) {
        if case .path(let error) = self { return ("path", error) }
        return plainMember()
    }
}

/// Why `files/list_revisions` failed.
public enum ListRevisionsError: NestedFailure {
    case path(LookupError)
    case invalidBeforeRevision
    case beforeRevisionNotSupported
    case other

    static let lookups: [(String, @Sendable (LookupError) -> Self)] = [("path", { .path($0) })]
    static let plain: [(String, Self)] = [
        ("invalid_before_rev", .invalidBeforeRevision),
        ("before_rev_not_supported", .beforeRevisionNotSupported),
    ]
    static let unknown = ListRevisionsError.other
    var member: (tag: String, content: (any WireFailure)?) {
        if case .path(let error) = self { return ("path", error) }
        return plainMember()
    }
}
