public import DecoderProtocol
import Glibc
public import Photos

/// Why the decoder pool has no result.
public enum DecoderError: Error, Hashable, Sendable {
    /// The file is at fault, or cannot be opened: list it among the problems.
    /// What exceeded time or memory has the reason `overLimit`, what made
    /// the decoder crash `decoderFailed`.
    case file(DecodingFailure)
    /// The decoder program is not there or does not come up. Nothing is
    /// known about the file; the detail says what to do.
    case cannotStart(executable: FilePath, detail: String)
    /// The system refused this process a descriptor, a thread or memory:
    /// `code` is its errno. Nothing is known about the file.
    case systemRefused(code: Int32)
    /// More calls are waiting than the pool takes.
    case queueFull(capacity: Int)
    /// The task that asked was cancelled.
    case cancelled
    /// The pool was shut down.
    case shutDown

    /// The reason under which the file is listed among the problems; nil
    /// when nothing is known about the file.
    public var reason: ProblemReason? {
        if case .file(let failure) = self { failure.reason } else { nil }
    }

    /// Whether the same call may succeed later without anybody's doing.
    public var isRetryable: Bool {
        switch self {
        case .file, .cannotStart, .shutDown: false
        case .systemRefused, .queueFull, .cancelled: true
        }
    }
}

extension DecoderError {
    /// Of a file that could not be opened to be handed over.
    init(opening error: MediaError) {
        switch error {
        case .unreadable(_, code: EMFILE), .unreadable(_, code: ENFILE),
            .unreadable(_, code: ENOMEM):
            self = .systemRefused(code: EMFILE)
        case .unreadable(_, code: ELOOP):
            self = .file(
                DecodingFailure(.brokenLink, "The symbolic link leads back to itself."))
        case .vanished:
            self = .file(DecodingFailure(.vanished, "The file is not there any more."))
        case .denied:
            self = .file(DecodingFailure(.denied, "The file may not be opened."))
        case .notAFile:
            self = .file(
                DecodingFailure(.notAPhoto, "This is a folder or device, not a file."))
        case .unreadable(_, let code):
            let words = String(cString: strerror(code))
            self = .file(
                DecodingFailure(.unreadable, "The file cannot be read: \(words)."))
        default:
            self = .file(DecodingFailure(error.reason ?? .unreadable, "\(error)"))
        }
    }
}

extension DecoderError: CustomStringConvertible {
    /// In plain words, for a person.
    public var description: String {
        switch self {
        case .file(let failure): failure.detail
        case .cannotStart(let executable, let detail):
            "The decoder \(executable) cannot be started: \(detail)"
        case .systemRefused(let code):
            "The system has no room for another file or thread (error \(code)). "
                + "Close some programs or raise the limit of open files."
        case .queueFull(let capacity): "More than \(capacity) files are waiting to be decoded."
        case .cancelled: "Cancelled."
        case .shutDown: "The decoder was shut down."
        }
    }
}
