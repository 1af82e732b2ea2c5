/// What a conversation shows of a photo of the own library that is not sent
/// yet.
public struct OwnPhoto: Hashable, Sendable {
    public var luid: LUID
    /// Nil until it is hashed.
    public var content: ContentHash?
    public var kind: PhotoKind
    public var size: PixelSize?
    public var durationMilliseconds: Int?
    public var thumbHash: ThumbHash?
    /// Whether the server has its bytes.
    public var isOnServer: Bool
    /// Whether the user has deleted it.
    public var isDeleted: Bool

    public init(
        luid: LUID, content: ContentHash?, kind: PhotoKind = .photo, size: PixelSize? = nil,
        durationMilliseconds: Int? = nil, thumbHash: ThumbHash? = nil,
        isOnServer: Bool = false, isDeleted: Bool = false
    ) {
        self.luid = luid
        self.content = content
        self.kind = kind
        self.size = size
        self.durationMilliseconds = durationMilliseconds
        self.thumbHash = thumbHash
        self.isOnServer = isOnServer
        self.isDeleted = isDeleted
    }
}
