public import Photos

/// What goes wrong with one file in this process. The decoder process has an
/// error of its own, `DecoderError`.
public enum MediaError: Error, Hashable, Sendable {
    /// There is no such file any more.
    case vanished(FilePath)
    /// The file or a folder above it may not be opened.
    case denied(FilePath)
    /// The bytes cannot be read from the disk; `code` is the system's errno.
    case unreadable(FilePath, code: Int32)
    /// The path names a folder, a pipe, a device: nothing with bytes to keep.
    case notAFile(FilePath)
    /// The file was written while it was read: what was read is no state the
    /// file ever had. Read it again once it has settled.
    case changedMeanwhile(FilePath)
    /// There is a file of that name already; it was left alone.
    case alreadyThere(FilePath)
    /// The file cannot be written; `code` is the system's errno.
    case unwritable(FilePath, code: Int32)
    /// The file could not be moved into the trash or out of it, and is where
    /// it was; `code` is the system's errno where there is one.
    case trash(FilePath, TrashProblem, code: Int32?)
    /// A thumbnail is not what it must be.
    case badThumbnail(ThumbnailFault)
    /// The decoder process could not draw a sample picture.
    case decoder(DecoderError)
    /// The task was cancelled.
    case cancelled

    /// The reason under which the file is listed among the problems; nil for
    /// what says nothing about a file of the user's.
    public var reason: ProblemReason? {
        switch self {
        case .vanished: .vanished
        case .denied: .denied
        case .unreadable, .changedMeanwhile: .unreadable
        case .notAFile: .notAPhoto
        case .alreadyThere, .unwritable, .trash, .badThumbnail, .decoder, .cancelled: nil
        }
    }

    /// Whether the same call may succeed later without anybody's doing.
    public var isRetryable: Bool {
        switch self {
        case .unreadable, .changedMeanwhile, .cancelled: true
        case .decoder(let error): error.isRetryable
        case .vanished, .denied, .notAFile, .alreadyThere, .unwritable, .trash, .badThumbnail:
            false
        }
    }
}

/// What is wrong with a thumbnail that was to be decoded in this process.
public enum ThumbnailFault: Hashable, Sendable {
    /// More bytes than a thumbnail of that size can sensibly have.
    case tooManyBytes(Int)
    /// Not a JPEG, or one that ends early.
    case notAJPEG
    /// A JPEG of another process than baseline Huffman (progressive,
    /// arithmetic, lossless), which we never write.
    case notBaseline
    /// Other dimensions than its size has.
    case wrongSize(PixelSize)
    /// libturbojpeg refused it, in its words.
    case undecodable(String)
}
