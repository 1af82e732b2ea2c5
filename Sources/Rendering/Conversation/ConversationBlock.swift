public import Photos

/// What one message takes in a conversation. Heights are logical pixels; they
/// are of text that was laid out before.
public struct ConversationBlock: Hashable, Sendable {
    /// Whose and of when, above the message; zero where the one above says it.
    public var headingHeight: Double
    /// Of the text, with the room around it; zero for none.
    public var textHeight: Double
    /// As wide as its longest line, with the room around it.
    public var textWidth: Double
    public var photos: [HotRecord]
    /// What is said below: that it is on its way, who likes it; zero for none.
    public var noteHeight: Double
    /// Whether it is the person's own, which stand at the right.
    public var isOwn: Bool

    public init(
        headingHeight: Double = 0, textHeight: Double = 0, textWidth: Double = 0,
        photos: [HotRecord] = [], noteHeight: Double = 0, isOwn: Bool = false
    ) {
        self.headingHeight = headingHeight
        self.textHeight = textHeight
        self.textWidth = textWidth
        self.photos = photos
        self.noteHeight = noteHeight
        self.isOwn = isOwn
    }
}

/// Where the parts of a message are, from the conversation's upper left
/// corner. Parts that it does not have are of no height.
public struct PlacedBlock: Hashable, Sendable {
    public let index: Int
    public let heading: CellFrame
    public let text: CellFrame
    public let photos: CellFrame
    public let note: CellFrame

    public var bottom: Double { note.bottom }
}
