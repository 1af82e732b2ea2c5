import Photos
import Timeline

/// The whole timeline along one edge of the window: which place of the
/// scrubber stands for which place of the timeline, and where years begin.
public struct ScrubberScale: Sendable {
    /// Where a year begins.
    public struct Mark: Hashable, Sendable {
        /// Nil for the photos without a date.
        public let year: Int?
        /// From the upper end of the scrubber.
        public let y: Double
    }

    /// The years in the order of the timeline, as many as can stand beside
    /// each other.
    public let marks: [Mark]
    /// The scrubber's length.
    public let length: Double
    private let range: Double

    /// - Parameter spacing: between two marks, at least.
    /// - Complexity: O(y log² n) for y years.
    public init(
        _ layout: TimelineLayout, viewportHeight: Double, length: Double, spacing: Double
    ) {
        self.length = max(1, length)
        range = max(0, layout.height - viewportHeight)
        var marks: [Mark] = []
        var position = 0
        while position < layout.snapshot.photoCount {
            let year = layout.snapshot[position].taken?.date.year
            let top = layout.rows.row(ofPosition: position).top
            let y = range > 0 ? min(top / range, 1) * self.length : 0
            if marks.last.map({ y - $0.y >= spacing }) ?? true {
                marks.append(Mark(year: year, y: y))
            }
            position = Self.end(of: year, after: position, in: layout.snapshot)
        }
        self.marks = marks
    }

    /// The position behind the last photo of a year, whichever way the
    /// timeline is ordered.
    private static func end(of year: Int?, after first: Int, in snapshot: Snapshot) -> Int {
        var (low, high) = (first + 1, snapshot.photoCount)
        while low < high {
            let middle = (low + high) / 2
            if snapshot[middle].taken?.date.year == year {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    /// The top of the timeline's visible part for a place on the scrubber;
    /// its ends for places beyond.
    /// - Complexity: O(1).
    public func top(atY y: Double) -> Double {
        min(max(y / length, 0), 1) * range
    }

    /// The place on the scrubber of the visible part.
    /// - Complexity: O(1).
    public func y(ofTop top: Double) -> Double {
        range > 0 ? min(max(top / range, 0), 1) * length : 0
    }
}
