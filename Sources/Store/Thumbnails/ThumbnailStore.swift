import Photos

/// `thumbnails.db`: both thumbnails of every photo. It can be rebuilt, so its
/// commits survive a crash of the program but perhaps not the loss of power:
/// a photo may lack thumbnails that `library.db` says were made. Who finds
/// that (`bytes` is nil) has them made again.
public final class ThumbnailStore: Sendable {
    /// Opens the thumbnails of a library to read and write. A file that is
    /// damaged, no database, or of another library is made anew.
    public static func open(
        at directory: FilePath, of library: LibraryIdentity
    ) throws(StoreError) -> ThumbnailStore { fatalError("not yet") }

    /// Opens them to read, also while another process owns the library.
    /// Thumbnails of another library count as none.
    public static func openReadOnly(
        at directory: FilePath, of library: LibraryIdentity
    ) throws(StoreError) -> ThumbnailStore { fatalError("not yet") }

    /// Stores thumbnails in one transaction, in place of those there were.
    /// Bytes that are no JPEG of the right dimensions are refused, and with
    /// them the whole batch.
    public func put(_ thumbnails: [StoredThumbnails]) throws(StoreError) {
        fatalError("not yet")
    }

    /// A thumbnail's JPEG bytes; nil when there is none or what is there is
    /// damaged. From any thread; takes a few microseconds.
    public func bytes(
        of luid: LUID, _ size: ThumbnailSize
    ) throws(StoreError) -> [UInt8]? { fatalError("not yet") }

    /// Whether a thumbnail is there, without reading it.
    public func contains(_ luid: LUID, _ size: ThumbnailSize) throws(StoreError) -> Bool {
        fatalError("not yet")
    }

    /// Removes both thumbnails of these photos.
    public func remove(_ luids: [LUID]) throws(StoreError) { fatalError("not yet") }

    /// Bytes of the file that are in use.
    public func byteCount() throws(StoreError) -> Int { fatalError("not yet") }

    /// Removes 256 px thumbnails until at most `bytes` are in use, those of
    /// the lowest LUIDs first. 75 px ones stay. The file does not shrink; its
    /// room is used again.
    /// - Returns: the photos that lost one.
    @discardableResult
    public func trim(toBytes bytes: Int) throws(StoreError) -> [LUID] {
        fatalError("not yet")
    }

    public func close() { fatalError("not yet") }
}

/// Both thumbnails of a photo, as JPEG.
public struct StoredThumbnails: Hashable, Sendable {
    public var luid: LUID
    public var s75: [UInt8]
    public var s256: [UInt8]

    public init(luid: LUID, s75: [UInt8], s256: [UInt8]) {
        self.luid = luid
        self.s75 = s75
        self.s256 = s256
    }
}
