import DropboxAPI
import Photos
import Sync

/// The machine's requests as `carousel-server` takes them: the same for the
/// drivers and for the simulation.
extension SetFlagsArgument {
    /// Nil where an id is of another server.
    package init?(
        _ operation: OperationID, _ flag: Flag, _ value: Bool, _ photos: [ServerPhotoID]
    ) {
        let ids = photos.wire
        guard ids.count == photos.count else { return nil }
        self.init(
            operation: operation, ids: ids, hidden: flag == .hidden ? value : nil,
            favourite: flag == .favourite ? value : nil)
    }
}

extension DeletePhotosArgument {
    package init(_ operation: OperationID, _ deletion: Deletion) {
        self.init(
            operation: operation, ids: deletion.ids.wire, contentHashes: deletion.hashes,
            superseded: deletion.superseded, cancels: deletion.cancels)
    }
}

extension RestorePhotosArgument {
    package init(_ operation: OperationID, _ restoration: Restoration) {
        self.init(
            operation: operation, ids: restoration.ids.wire, contentHashes: restoration.hashes)
    }
}

extension CreatePhotoLinkArgument {
    package init(_ operation: OperationID, _ photos: [Share.SharedPhoto]) {
        self.init(
            operation: operation,
            photos: photos.compactMap { photo in
                DropboxAPI.FileID(photo.id.rawValue).map {
                    LinkedPhoto(id: $0, contentHash: photo.hash)
                }
            })
    }
}

extension [ServerPhotoID] {
    fileprivate var wire: [DropboxAPI.FileID] {
        compactMap { DropboxAPI.FileID($0.rawValue) }
    }
}
