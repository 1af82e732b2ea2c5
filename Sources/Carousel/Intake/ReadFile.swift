import DecoderProtocol
import Photos
import Store

/// A new or changed file that the scanner has read, on its way into the
/// library.
struct ReadFile: Sendable {
    enum Content: Sendable {
        case metadata(PhotoMetadata)
        /// It cannot be shown at all.
        case problem(ProblemReason, detail: String)
        /// No picture, and its name does not promise one.
        case ignored
    }

    var root: RootID
    var path: FilePath
    var stamp: FileStamp
    /// Set when the path was known with another stamp.
    var known: FileID?
    var content: Content
    /// Of the bytes that the stamp is about; nil where nobody has looked.
    var beginning: FileBeginning?
    /// Shown until the photo's own thumbnails are made.
    var earlyThumbnail: EarlyThumbnail?

    var isPhoto: Bool {
        if case .metadata = content { true } else { false }
    }
}

/// A file whose bytes were read, and what came of it.
struct HashedBytes: Sendable {
    var file: FileToRead
    var state: HashState
    /// The file as it was while it was hashed; nil when it could not be read.
    var stamp: FileStamp?
}

/// A changed file whose former bytes are known, and as many as now.
struct KnownBytes: Sendable {
    var file: FileToRead
    var hash: HashState
}
