import Photos

extension ReadTransaction {
    /// A photo with all its files; a merged LUID gives the photo it became.
    public func photo(_ luid: LUID) throws(StoreError) -> PhotoRow? { fatalError("not yet") }

    /// Photos whose thumbnails are wanted and of which a file can be reached,
    /// newest first.
    public func photosWantingThumbnails(limit: Int) throws(StoreError) -> [PhotoToDraw] {
        fatalError("not yet")
    }

    public func counts() throws(StoreError) -> LibraryCounts { fatalError("not yet") }
}

extension WriteTransaction {
    /// The photo's thumbnails were made and stored.
    public mutating func setThumbnailsMade(
        of luid: LUID, _ thumbHash: ThumbHash
    ) throws(StoreError) { fatalError("not yet") }

    /// The photo's picture cannot be decoded; its metadata can be read.
    public mutating func setThumbnailsImpossible(of luid: LUID) throws(StoreError) {
        fatalError("not yet")
    }

    /// The thumbnails are to be made again (lost, evicted, damaged).
    public mutating func setThumbnailsWanted(of luid: LUID) throws(StoreError) {
        fatalError("not yet")
    }
}
