public import Photos

/// A cell of the grid: a photo and its place.
public struct Cell: Hashable, Sendable {
    /// The photo's place among all, in reading order.
    public let position: Int
    public let record: HotRecord
    public let frame: CellFrame
    /// The side of the square picture that covers the cell, in logical pixels;
    /// the same for all cells of a kind, so that one picture serves them.
    public let side: Int

    public init(position: Int, record: HotRecord, frame: CellFrame, side: Int) {
        self.position = position
        self.record = record
        self.frame = frame
        self.side = side
    }
}
