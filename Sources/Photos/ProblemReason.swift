/// Why a file that was seen is not shown in full.
public enum ProblemReason: String, Sendable, Codable, CaseIterable {
    /// The bytes cannot be read from the disk.
    case unreadable
    /// The file or folder may not be opened.
    case denied
    /// The content is no picture or video that we know.
    case notAPhoto = "not_a_photo"
    /// No bytes at all.
    case empty
    /// The picture has more pixels than are decoded (150 million).
    case tooLarge = "too_large"
    /// The file ends before its picture does.
    case truncated
    /// The picture's data makes no sense.
    case corrupt
    /// Decoding took too long or too much memory and was stopped.
    case overLimit = "over_limit"
    /// Decoding this file made the decoder fail.
    case decoderFailed = "decoder_failed"
    /// A known kind of picture that this build cannot decode.
    case unsupported
    /// The file went away while it was read.
    case vanished
    /// Somebody is writing the file; it is taken in once it has settled.
    case beingWritten = "being_written"
    /// A symbolic link that leads to nothing or back to a folder above it.
    case brokenLink = "broken_link"
}
