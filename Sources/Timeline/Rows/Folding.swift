/// How events with many photos are shown until they are opened: the first
/// rows, with one cell that stands for all the rest.
public struct Folding: Hashable, Sendable {
    /// Events with more photos than this are folded.
    public var photos: Int
    /// Rows of cells that a folded event shows, 0 or more. One that has no
    /// more rows than these is shown whole.
    public var rows: Int

    public init(photos: Int, rows: Int) {
        self.photos = photos
        self.rows = rows
    }
}

/// How many rows of cells events have: the part of the measures that counts
/// depend on.
struct RowRule: Equatable {
    let columns: Int32
    /// Events with more photos are folded.
    let wholePhotos: Int32
    let foldedRows: Int32

    init(_ metrics: RowMetrics) {
        columns = Int32(metrics.columns)
        wholePhotos = Int32(clamping: metrics.folding?.photos ?? .max)
        foldedRows = Int32(clamping: metrics.folding?.rows ?? .max)
    }

    /// - Complexity: O(1).
    func rows(_ photos: Int32, isOpened: Bool) -> Int32 {
        isFolded(photos, isOpened: isOpened) ? foldedRows : (photos + columns - 1) / columns
    }

    /// - Complexity: O(1).
    func isFolded(_ photos: Int32, isOpened: Bool) -> Bool {
        !isOpened && photos > wholePhotos && (photos + columns - 1) / columns > foldedRows
    }
}
