import DropboxAPI
import Photos
import Sync

/// A file to be uploaded.
package struct UploadOrder: Sendable {
    var operation: OperationID
    var upload: Upload
    var file: FilePath
    /// What the file was when it was hashed. A file that is another now is
    /// not sent.
    var stamp: FileStamp
    var taken: CaptureTime?
    /// An upload under way at the server, from an earlier run.
    var session: Session?
    /// Keeps how far the upload has come; nil when there is nothing to go on
    /// with.
    var remember: @Sendable (Session?) async -> Void

    var places: UploadPlaces {
        let modified = Timestamp(seconds: stamp.modifiedNanoseconds / 1_000_000_000)
        return UploadPlaces(upload, modified: modified) { path($0) }
    }

    struct Session: Hashable, Sendable {
        var id: String
        /// Bytes that the server has.
        var bytes: Int64
    }

    /// Where it goes, by its number among files of the same name: the time it
    /// was taken, `-1`, `-2` … behind it, and the ending of its name.
    func path(_ number: Int) -> String {
        let name = String(decoding: file.name, as: UTF8.self)
        let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 }
        let ending = dot.map { String(name[$0...]) } ?? ""
        var stem = dot.map { String(name[..<$0]) } ?? name
        if let taken {
            let text = String(taken.description.prefix { $0 != "." })
            stem = String(text.map { $0 == "T" ? " " : $0 == ":" ? "." : $0 })
        }
        return Self.path(stem, number, ending: ending, of: upload.hash)
    }

    /// The place of a content by the beginning of its name.
    package static func path(
        _ stem: String, _ number: Int, ending: String, of hash: ContentHash
    ) -> String {
        let suffix =
            switch number {
            case 0: ""
            case ..<numberedNames: "-\(number)"
            // Names that nobody else has end the search.
            default: "-" + hash.description.prefix(16)
            }
        return "/Camera Uploads/" + stem + suffix + ending
    }

    /// How many names are tried before one that is unique.
    package static let numberedNames = 10
}
