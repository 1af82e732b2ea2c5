import Carousel
import Photos

extension ProblemReason {
    /// One plain sentence for the list of problems, without a full stop.
    nonisolated var sentence: String {
        switch self {
        case .unreadable: "The disk does not give the file's bytes"
        case .denied: "You may not open it"
        case .notAPhoto: "It is no photo or video that Carousel knows"
        case .empty: "The file is empty"
        case .tooLarge: "The picture has too many pixels to be opened safely"
        case .truncated: "The file ends before its picture does"
        case .corrupt: "The picture's data is damaged"
        case .overLimit: "Opening it took too long or too much memory"
        case .decoderFailed: "Opening it made the decoder fail"
        case .unsupported: "This kind of picture is not supported yet"
        case .vanished: "The file went away while it was read"
        case .beingWritten: "The file is being written; it is taken in once it has settled"
        case .brokenLink: "The link leads nowhere"
        }
    }
}

extension LibraryError {
    /// Why a picture is not shown, for a person who looks at that photo.
    nonisolated var pictureSentence: String {
        switch self {
        case .undecodable(_, let reason, _): reason.sentence + "."
        case .unreachable: "Its file can't be read now. Is its drive connected?"
        case .noSuchPhoto: "It is no longer in the library."
        default: description
        }
    }
}
