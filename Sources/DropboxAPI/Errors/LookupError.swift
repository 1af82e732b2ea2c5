/// Why a path leads to nothing that the call can use.
public enum LookupError: String, PlainUnion, WireFailure {
    case malformedPath = "malformed_path"
    case notFound = "not_found"
    case notFile = "not_file"
    case notFolder = "not_folder"
    case restrictedContent = "restricted_content"
    case unsupportedContentType = "unsupported_content_type"
    case locked
    case other

    public static let unknownMember: LookupError? = .other
}
