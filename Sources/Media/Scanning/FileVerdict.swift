public import DecoderProtocol
public import Photos

/// What becomes of a candidate once its first bytes are known.
public enum FileVerdict: Hashable, Sendable {
    /// To be taken into the library.
    case media(FileFormat)
    /// To be listed as `notAPhoto`, `empty` or `unsupported`.
    case problem(ProblemReason)
    /// Of no concern, and not worth a word.
    case ignored

    /// The rule of `FileNameKind`.
    ///
    /// - Parameter head: the file's first `FormatSniffer.headLength` bytes,
    ///   or all of them.
    public init(_ kind: FileNameKind, head: [UInt8]) {
        if kind == .sidecar {
            self = .ignored
        } else if let format = FormatSniffer.format(of: head) {
            self = .media(format)
        } else if UnsupportedFormat.matches(head) {
            self = .problem(.unsupported)
        } else if kind == .media {
            self = .problem(head.isEmpty ? .empty : .notAPhoto)
        } else {
            self = .ignored
        }
    }
}
