import DropboxAPI
import Photos

/// Where an upload is put, one place after another: the bytes are with the
/// server after the first refusal and need another place only.
package struct UploadPlaces: Sendable {
    private var upload: Upload
    private let modified: Timestamp
    /// The place of a new photo, by its number among those of the same name.
    private let path: @Sendable (Int) -> String
    private var number = 0

    /// - Parameter modified: of the file that is sent.
    package init(
        _ upload: Upload, modified: Timestamp, path: @escaping @Sendable (Int) -> String
    ) {
        self.upload = upload
        self.modified = modified
        self.path = path
    }

    package var commit: CommitInfo {
        if let replaced = upload.replaces, let revision = Revision(replaced.revision) {
            // Beside it, where another edit was first.
            return CommitInfo(
                path: PathArgument(replaced.id.rawValue), mode: .update(revision),
                autorename: true, clientModified: modified, isWish: upload.wish)
        }
        return CommitInfo(
            path: PathArgument(path(number)), clientModified: modified, isWish: upload.wish)
    }

    /// Goes on to the next place; false where a refusal is final.
    package mutating func goOn(after error: WriteError) -> Bool {
        switch error {
        case .malformedPath where upload.replaces != nil:
            // The photo was deleted: an edit beats that, and is a new one.
            upload.replaces = nil
        case .conflict where upload.replaces == nil && number < UploadOrder.numberedNames:
            number += 1
        default: return false
        }
        return true
    }
}
