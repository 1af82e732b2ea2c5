import Photos

/// What the timeline shows of one photo: the pending operations applied to
/// what server and disk have of it.
public struct PhotoView: Hashable, Sendable {
    public var luid: LUID
    /// Nil while the content is not known.
    public var content: ContentHash?
    public var hidden: Bool
    public var favourite: Bool
    /// Where its bytes are.
    public var isLocal: Bool
    /// The server's photos of it, the primary first.
    public var copies: [ServerPhotoID]

    public init(
        luid: LUID, content: ContentHash?, hidden: Bool, favourite: Bool, isLocal: Bool,
        copies: [ServerPhotoID]
    ) {
        self.luid = luid
        self.content = content
        self.hidden = hidden
        self.favourite = favourite
        self.isLocal = isLocal
        self.copies = copies
    }

    mutating func set(_ flag: Flag, _ value: Bool) {
        switch flag {
        case .hidden: hidden = value
        case .favourite: favourite = value
        }
    }

    /// Whether the flag is set.
    public func has(_ flag: Flag) -> Bool {
        switch flag {
        case .hidden: hidden
        case .favourite: favourite
        }
    }
}
