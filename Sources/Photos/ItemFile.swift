/// A file of a photo, here or on the server, with all that the rules of items
/// ask of it.
public struct ItemFile: Hashable, Sendable {
    /// Where the file is; those on this disk come first.
    public enum Source: Hashable, Comparable, Sendable {
        case local(FileID)
        case server(ServerPhotoID)
    }

    public var source: Source
    public var luid: LUID
    /// `FilePlace.stem(of:)` of its path, or `FilePlace.serverStem(of:)`.
    public var stem: [UInt8]
    public var metadata: PhotoMetadata

    public init(source: Source, luid: LUID, stem: [UInt8], metadata: PhotoMetadata) {
        self.source = source
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
