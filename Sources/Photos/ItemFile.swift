/// A file of a photo, with all that the rules of items ask of it.
public struct ItemFile: Hashable, Sendable {
    public var id: FileID
    public var luid: LUID
    /// `FilePlace.stem(of:)` of its path.
    public var stem: [UInt8]
    public var metadata: PhotoMetadata

    public init(id: FileID, luid: LUID, stem: [UInt8], metadata: PhotoMetadata) {
        self.id = id
        self.luid = luid
        self.stem = stem
        self.metadata = metadata
    }
}

/// A photo that is a part of another one's item and has no cell of its own.
public struct ItemPart: Hashable, Sendable {
    public var luid: LUID
    /// The item's primary photo.
    public var item: LUID
    public var role: ItemRole

    public init(luid: LUID, item: LUID, role: ItemRole) {
        self.luid = luid
        self.item = item
        self.role = role
    }
}
