public import Photos

/// Photos in places, as the policy needs to know them: a timeline, or a
/// conversation. Lengths are logical pixels.
public protocol CellLayout {
    /// The cells that touch [`top`, `bottom`), in reading order.
    func cells(from top: Double, to bottom: Double) -> [Cell]

    /// The cells that stand for photos that have none of their own and touch
    /// [`top`, `bottom`), in reading order.
    func folds(from top: Double, to bottom: Double) -> [FoldCell]

    /// The first photos that such a cell stands for, at most so many; at
    /// least one.
    func photos(of fold: FoldCell, atMost count: Int) -> [HotRecord]

    /// The side of the largest cell's picture.
    var widestCell: Int { get }

    /// The most cells that a screen of that height can hold: what no queue
    /// exceeds.
    func screenCapacity(height: Double) -> Int
}

extension TimelineLayout: CellLayout {
    public var widestCell: Int { grid.widestCell }

    public func photos(of fold: FoldCell, atMost count: Int) -> [HotRecord] {
        let end = min(fold.hidden.lowerBound + count, fold.hidden.upperBound)
        var photos: [HotRecord] = []
        snapshot.forEachPhoto(in: fold.hidden.lowerBound..<end) { _, record in
            photos.append(record)
        }
        return photos
    }

    public func screenCapacity(height: Double) -> Int {
        (Int((height / Double(grid.rowPitch)).rounded(.up)) + 1) * grid.columns
    }
}
