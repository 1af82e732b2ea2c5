public import Photos

/// What a cell shows in this frame.
public struct CellView<Picture> {
    public let cell: Cell
    /// The best picture at hand, and on which rung of the ladder it stands;
    /// nil when there is none but the ThumbHash or a colour.
    public let picture: (rung: Rung, picture: Picture)?
    /// What is to be decoded now, within the frame, and drawn in the stead
    /// of what is here: the small thumbnail, as a rule.
    public let decode: DecodeJob?

    public init(cell: Cell, picture: (rung: Rung, picture: Picture)?, decode: DecodeJob?) {
        self.cell = cell
        self.picture = picture
        self.decode = decode
    }
}

/// What the cell of a folded event shows in this frame.
public struct FoldView<Picture> {
    public let cell: FoldCell
    /// The photo that stands first in it: its ThumbHash or colour shows while
    /// there is no picture.
    public let first: HotRecord
    /// The blurred picture; nil when there is none.
    public let picture: Picture?
    /// The small thumbnails that it is to be made of now, within the frame.
    public let decode: [DecodeJob]
}

/// What a frame draws and what is decoded next.
public struct FramePlan<Picture> {
    /// The cells in sight, in the order of the timeline.
    public var cells: [CellView<Picture>]
    /// The cells of folded events in sight.
    public var folds: [FoldView<Picture>]
    /// Jobs of cells in sight, best first.
    public var visibleJobs: [DecodeJob]
    /// Jobs of the band that comes into sight next, nearest first.
    public var aheadJobs: [DecodeJob]
    /// Cells on one screen: the bound of the queue's two halves.
    public var screen: Int
    /// Cells in sight for whose thumbnail there was no time in this frame.
    public var waiting: Int
    /// Whether the timeline stands still and every cell in sight is as sharp
    /// as it gets.
    public var isSettled: Bool
}
