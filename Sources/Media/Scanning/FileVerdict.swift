public import DecoderProtocol
public import Photos

/// What becomes of a candidate once its first bytes are known.
public enum FileVerdict: Hashable, Sendable {
    /// To be taken into the library.
    case media(FileFormat)
    /// To be listed as `not_a_photo` or `empty`.
    case problem(ProblemReason)
    /// Of no concern, and not worth a word.
    case ignored

    /// The rule of `FileNameKind`.
    ///
    /// - Parameter format: what the sniffer made of the first bytes.
    public init(_ kind: FileNameKind, size: Int64, format: FileFormat?) {
        switch (kind, format) {
        case (.sidecar, _): self = .ignored
        case (_, let format?): self = .media(format)
        case (.media, nil): self = .problem(size == 0 ? .empty : .notAPhoto)
        case (.other, nil): self = .ignored
        }
    }
}
