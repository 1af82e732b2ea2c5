import Photos
import Timeline

/// What must stay in its place on the screen while the timeline around it
/// changes: a photo in sight, and others to stand in should it be gone.
public struct Anchor: Hashable, Sendable {
    /// A photo and where its cell stands: from the reference point on the
    /// screen to the point of the cell that is held, as a part of its height.
    private struct Hold: Hashable {
        let photo: LUID
        let position: Int
        /// 0 holds the cell's upper edge, 1 its lower one.
        let fraction: Double
        /// From the upper edge of the viewport to the point held.
        let distance: Double
    }

    private let holds: [Hold]
    private let isAtTop: Bool

    /// Holds what is in sight, best what is nearest to `y`.
    ///
    /// At the very top the top is held, not a photo: what is new comes in
    /// sight there.
    /// - Parameter y: from the top of the timeline.
    /// - Complexity: O(log n + cells in sight).
    public init(_ layout: TimelineLayout, _ viewport: Viewport, nearestTo y: Double) {
        isAtTop = viewport.top <= 0
        holds =
            layout.cells(from: viewport.top, to: viewport.bottom)
            .sorted { a, b in
                let distances = (Self.distance(a.frame, y), Self.distance(b.frame, y))
                return distances.0 == distances.1
                    ? a.position < b.position : distances.0 < distances.1
            }
            .map { Self.hold($0, viewport: viewport, at: y) }
    }

    /// Holds the point of a photo's cell that is at `x`, `y`, as when zooming
    /// at the pointer: the photo there, or the nearest below it in its row's
    /// stead. At the very top too.
    /// - Complexity: O(log n + cells in sight).
    public init(_ layout: TimelineLayout, _ viewport: Viewport, under x: Double, _ y: Double) {
        isAtTop = false
        holds =
            layout.cells(from: viewport.top, to: viewport.bottom)
            .map { ($0, Self.distance($0.frame, y), Self.distance(across: $0.frame, x)) }
            .sorted { ($0.1, $0.2, $0.0.position) < ($1.1, $1.2, $1.0.position) }
            .map { Self.hold($0.0, viewport: viewport, at: y) }
    }

    /// The photo that is held before all others; nil at the very top and where
    /// none is in sight.
    public var photo: LUID? { isAtTop ? nil : holds.first?.photo }

    /// The top that the viewport must get for what is held to stay where it
    /// was, within the bounds of scrolling.
    /// - Complexity: O(log n), and O(cells in sight) when all held is gone.
    public func top(in layout: TimelineLayout, viewportHeight: Double) -> Double {
        guard !isAtTop else { return 0 }
        let limit = max(0, layout.height - viewportHeight)
        for hold in holds {
            guard let position = layout.snapshot.position(of: hold.photo) else { continue }
            let frame = layout.frame(ofPosition: position)
            return min(max(0, frame.y + hold.fraction * frame.height - hold.distance), limit)
        }
        // All that was in sight is gone: what stands at its place now.
        guard let hold = holds.first, layout.snapshot.photoCount > 0 else { return 0 }
        let frame = layout.frame(
            ofPosition: min(hold.position, layout.snapshot.photoCount - 1))
        return min(max(0, frame.y + hold.fraction * frame.height - hold.distance), limit)
    }

    private static func hold(_ cell: Cell, viewport: Viewport, at y: Double) -> Hold {
        let point = min(max(y, cell.frame.y), cell.frame.bottom)
        return Hold(
            photo: cell.record.luid, position: cell.position,
            fraction: (point - cell.frame.y) / cell.frame.height,
            distance: point - viewport.top)
    }

    private static func distance(_ frame: CellFrame, _ y: Double) -> Double {
        max(0, frame.y - y, y - frame.bottom)
    }

    private static func distance(across frame: CellFrame, _ x: Double) -> Double {
        max(0, frame.x - x, x - frame.x - frame.width)
    }
}
