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
    /// - Complexity: O(m log n) for m months.
    public init(
        _ layout: TimelineLayout, viewportHeight: Double, length: Double, spacing: Double
    ) {
        self.length = max(1, length)
        range = max(0, layout.height - viewportHeight)
        var marks: [Mark] = []
        var year: Int??
        for month in layout.snapshot.months where year != .some(month.month?.year) {
            year = .some(month.month?.year)
            let top = layout.rows.row(ofPosition: month.firstPosition).top
            let y = range > 0 ? min(top / range, 1) * self.length : 0
            if let last = marks.last, y - last.y < spacing { continue }
            marks.append(Mark(year: month.month?.year, y: y))
        }
        self.marks = marks
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
