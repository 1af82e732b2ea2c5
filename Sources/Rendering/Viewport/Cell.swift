public import Photos

/// A cell of the grid: a photo and its place.
public struct Cell: Hashable, Sendable {
    /// The photo's place in the timeline.
    public let position: Int
    public let record: HotRecord
    public let frame: CellFrame

    public init(position: Int, record: HotRecord, frame: CellFrame) {
        self.position = position
        self.record = record
        self.frame = frame
    }
}
