public import Photos

/// Cells on their way to new places, after photos have come or gone: each is
/// drawn a little less far from its new place in every frame.
///
/// Only what is in sight moves, so that the cost does not depend on how many
/// cells there are.
public struct CellMotion: Sendable {
    /// Microseconds from the first frame to the last.
    public static let duration = 150_000

    private struct Way {
        let x: Double
        let y: Double
    }

    private let ways: [LUID: Way]
    /// The first frame's time; nil until there was one.
    private var start: Int?

    /// Compares the cells in sight of a new layout with their places in the
    /// old one.
    ///
    /// - Returns: nil when none moves, or all move as one.
    /// - Complexity: O(c log n) for c cells in sight.
    public init?(
        from old: TimelineLayout, top oldTop: Double, to new: TimelineLayout,
        _ viewport: Viewport
    ) {
        var ways: [LUID: Way] = [:]
        var moved = 0
        for cell in new.cells(from: viewport.top, to: viewport.bottom) {
            guard let position = old.snapshot.position(of: cell.record.luid) else { continue }
            let before = old.frame(ofPosition: position)
            let way = Way(
                x: before.x - cell.frame.x,
                y: before.y - oldTop - (cell.frame.y - viewport.top))
            // From far away it would only flit by.
            guard abs(way.y) < viewport.height, way.x != 0 || way.y != 0 else { continue }
            moved += 1
            ways[cell.record.luid] = way
        }
        guard moved > 0 else { return nil }
        self.ways = ways
    }

    /// Takes note of a frame.
    ///
    /// - Returns: whether cells still move in it.
    /// - Complexity: O(1).
    public mutating func advance(to time: Int) -> Bool {
        let start = start ?? time
        self.start = start
        return time - start < Self.duration
    }

    /// Where a cell is drawn at a time, away from its place.
    /// - Complexity: O(1).
    public func offset(of photo: LUID, at time: Int) -> (x: Double, y: Double) {
        guard let way = ways[photo] else { return (0, 0) }
        let part = Double(time - (start ?? time)) / Double(Self.duration)
        let left = 1 - min(max(part, 0), 1)
        // Fast at first, slow at the end.
        let distance = left * left * left
        return (way.x * distance, way.y * distance)
    }
}
