import DropboxAPI
import Photos

/// All thumbnails, by content, in the folder `thumbnails`. All of it can be
/// made anew: what a crash takes is made again when somebody asks for it.
package final class ThumbnailShelf: Sendable {
    let packed: PackedThumbnails
    let pictures: LargePictures
    /// Whether there were none: those of all photos are to be made.
    let isNew: Bool

    /// Opens the thumbnails of a server's folder; those of an older version
    /// move into the packs first.
    /// - Parameter path: of the server's folder.
    package init(in path: String) throws(ServerError) {
        let folder = path + "/thumbnails"
        packed = try PackedThumbnails(in: folder)
        pictures = try LargePictures(in: folder)
        let older = OlderThumbnails(path: path + "/thumbnails.db")
        let isMoved = try older.move(into: packed)
        isNew = packed.isNew && !isMoved
    }

    /// Contents whose thumbnails should be there and are not.
    var lost: [ContentHash] { packed.lost }

    /// Puts both thumbnails of some contents, one behind the other.
    package func put(
        _ thumbnails: [(hash: ContentHash, s75: [UInt8], s256: [UInt8])]
    ) throws(ServerError) {
        try packed.put(thumbnails)
    }

    /// Takes away all that is kept of some contents.
    func remove(_ hashes: [ContentHash]) throws(ServerError) {
        try packed.remove(hashes)
        try pictures.remove(hashes)
    }

    /// One thumbnail; nil when there is none.
    func jpeg(
        of hash: ContentHash, _ size: WireThumbnailSize
    ) throws(ServerError) -> [UInt8]? {
        guard let size = PackedSize(size) else { return try pictures.jpeg(of: hash) }
        return try packed.jpeg(of: hash, size)
    }
}
