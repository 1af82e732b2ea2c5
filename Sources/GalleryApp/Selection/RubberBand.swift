import GTKKit
import Rendering

/// The rectangle from where the pointer was pressed to where it is, in the
/// place of the timeline's cells, so that it grows while they scroll.
struct RubberBand {
    let startX: Double
    let startY: Double
    private(set) var x: Double
    private(set) var y: Double
    /// Set once the pointer has moved so far that it is no click.
    var tick: Tick?
    /// Where the pointer is in the widget, or beyond it.
    var pointer: (x: Double, y: Double)
    /// The frame that has scrolled last, in microseconds.
    private var scrolled: Int?

    /// - Parameter top: of what is in sight.
    init(x: Double, y: Double, top: Double) {
        (startX, startY) = (x, y + top)
        (self.x, self.y) = (x, y + top)
        pointer = (x, y)
    }

    /// Ends the rectangle at the pointer, within the timeline.
    mutating func follow(top: Double, width: Double, height: Double) {
        x = max(0, min(width, pointer.x))
        y = max(0, min(height, pointer.y + top))
    }

    var left: Double { min(startX, x) }
    var right: Double { max(startX, x) }
    var top: Double { min(startY, y) }
    var bottom: Double { max(startY, y) }

    /// The positions of the photos that the rectangle touches; the cell of a
    /// folded event stands for all that are hidden behind it.
    /// - Complexity: O(log n + cells between top and bottom).
    func positions(in layout: TimelineLayout) -> [Int] {
        let photos = layout.cells(from: top, to: bottom).filter { touches($0.frame) }
        let folds = layout.folds(from: top, to: bottom).filter { touches($0.frame) }
        return photos.map(\.position) + folds.flatMap { Array($0.hidden) }
    }

    private func touches(_ frame: CellFrame) -> Bool {
        frame.x < right && frame.x + frame.width > left && frame.y < bottom
            && frame.bottom > top
    }

    /// How far a frame scrolls while the pointer is above or below what is in
    /// sight: the faster, the further it is away.
    ///
    /// - Parameter microseconds: the frame's time.
    mutating func scroll(at microseconds: Int, height: Double) -> Double {
        let passed = scrolled.map { Double(microseconds - $0) / 1e6 } ?? 0
        scrolled = microseconds
        let beyond = pointer.y < 0 ? pointer.y : max(0, pointer.y - height)
        return max(-2400, min(2400, beyond * 12)) * min(passed, 0.1)
    }
}
