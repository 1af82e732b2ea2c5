import Photos

/// The rows that a settlement needs of some byte sizes.
public struct StandingRows: Hashable, Sendable {
    /// All files of the sizes, and all files of the photos that an edited one
    /// of them belonged to; by id.
    public var files: [FileStanding]
    /// The owners of all contents of these sizes and files; by LUID.
    public var owners: [ContentOwner]
}

extension ReadTransaction {
    /// What `Sync`'s settlement asks for. The files of an unavailable root
    /// that are not hashed count as failed: nobody can wait for them.
    public func standings(ofSizes sizes: [Int64]) throws(StoreError) -> StandingRows {
        fatalError("not yet")
    }

    /// The byte sizes of all files that wait at the gate or whose edit is not
    /// judged: what is to be settled after a start or a complete walk.
    public func unsettledSizes() throws(StoreError) -> [Int64] { fatalError("not yet") }

    /// The LUID that an old one stands for now: itself, but for merged ones.
    public func resolve(_ luid: LUID) throws(StoreError) -> LUID { fatalError("not yet") }
}

extension WriteTransaction {
    /// A new photo of these files.
    /// - Precondition: no other photo has the content.
    public mutating func createPhoto(
        of files: [FileID], content: ContentHash?
    ) throws(StoreError) -> LUID { fatalError("not yet") }

    /// The file belongs to this photo from now on; an edit of it is judged.
    public mutating func attach(_ file: FileID, to luid: LUID) throws(StoreError) {
        fatalError("not yet")
    }

    /// The content of a photo that was placed unhashed.
    public mutating func setContent(
        _ hash: ContentHash, of luid: LUID
    ) throws(StoreError) { fatalError("not yet") }

    /// The photo was edited in place: it has this content from now on, in
    /// these files, and its thumbnails are made anew.
    public mutating func replaceContent(
        of luid: LUID, with hash: ContentHash, in files: [FileID]
    ) throws(StoreError) { fatalError("not yet") }

    /// Two LUIDs are one photo: all files of `from` go to `into`, and `from`
    /// resolves to it for ever.
    public mutating func merge(_ from: LUID, into: LUID) throws(StoreError) {
        fatalError("not yet")
    }
}
