import Glibc
import Photos

extension MediaError: CustomStringConvertible {
    /// One or two plain sentences: what happened and what to do.
    public var description: String {
        switch self {
        case .vanished(let path):
            "\(path) is not there any more."
        case .denied(let path):
            "\(path) may not be opened. Give yourself the right to read it."
        case .unreadable(let path, let code):
            "\(path) cannot be read (\(Self.text(ofCode: code))). Check the disk it is on."
        case .notAFile(let path):
            "\(path) is not a file."
        case .changedMeanwhile(let path):
            "\(path) was changed while it was read. It is read again once it has settled."
        case .alreadyThere(let path):
            "\(path) exists already and was left as it is."
        case .unwritable(let path, let code):
            "\(path) cannot be written (\(Self.text(ofCode: code)))."
        case .trash(let path, .caught, _):
            "\(path): \(TrashProblem.caught.sentence)."
        case .trash(let path, let problem, let code):
            "\(path) stays where it is: " + problem.sentence
                + (code.map { " (\(Self.text(ofCode: $0)))" } ?? "") + "."
        case .badThumbnail(let fault):
            "The thumbnail is not usable (\(fault)). It is made again from its photo."
        case .decoder(let error):
            error.description
        case .cancelled:
            "Cancelled."
        }
    }

    /// The system's words for an errno.
    static func text(ofCode code: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 128)
        guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
        return String(
            decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

extension ThumbnailFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .tooManyBytes(let count): "\(count) bytes are too many"
        case .notAJPEG: "no JPEG"
        case .notBaseline: "no baseline JPEG"
        case .wrongSize(let size): "\(size.width) × \(size.height) pixels"
        case .undecodable(let words): words
        }
    }
}
