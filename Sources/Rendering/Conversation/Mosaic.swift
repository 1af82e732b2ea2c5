/// How the photos of one message stand together: squares in rows of a rhythm
/// of their own, a large one beside two, then three, then two beside a large
/// one, then three again. What does not come out in threes is in rows of two.
/// Lengths are logical pixels from the mosaic's upper left corner.
public struct Mosaic: Hashable, Sendable {
    public let count: Int
    /// Between two photos, across and down.
    public let gap: Int
    /// The side of a small square: a third of the width.
    public let smallSide: Int
    /// As high as two small ones with the gap between.
    public let largeSide: Int
    /// The side of the squares of a row of two.
    public let pairSide: Int
    /// Rows of three photos; those of two follow.
    private let triples: Int
    private let pairs: Int

    /// The widest that one photo alone is shown.
    private static let loneSide = 360

    /// - Parameters:
    ///   - count: photos; zero takes no room.
    ///   - width: that there is; a mosaic is never wider.
    public init(count: Int, width: Int, gap: Int = 2) {
        precondition(count >= 0 && gap >= 0, "\(count) photos, gap \(gap)")
        self.count = count
        self.gap = gap
        let width = max(width, 3 + 2 * gap)
        smallSide = (width - 2 * gap) / 3
        largeSide = 2 * smallSide + gap
        pairSide = count == 1 ? min(width, Self.loneSide) : (width - gap) / 2
        // Three and one left over look better as two and two.
        switch count % 3 {
        case 0: (triples, pairs) = (count / 3, 0)
        case 2: (triples, pairs) = (count / 3, 1)
        default: (triples, pairs) = count == 1 ? (0, 1) : (count / 3 - 1, 2)
        }
    }

    /// The side of the largest square.
    public var widestSide: Int { triples > 0 ? max(largeSide, pairs > 0 ? pairSide : 0) : pairSide }

    public var height: Int {
        guard count > 0 else { return 0 }
        return top(ofRow: triples + pairs) - gap
    }

    public var width: Int {
        switch count {
        case 0: 0
        case 1: pairSide
        default: max(triples > 0 ? largeSide + gap + smallSide : 0, 2 * pairSide + gap)
        }
    }

    /// The place of a photo.
    /// - Precondition: `0 <= index < count`.
    /// - Complexity: O(1).
    public func frame(of index: Int) -> CellFrame {
        precondition(0 <= index && index < count, "photo \(index) of \(count)")
        let row = row(of: index)
        let (x, y, side) = square(index - first(ofRow: row), ofRow: row)
        return CellFrame(
            x: Double(x), y: Double(top(ofRow: row) + y), width: Double(side),
            height: Double(side))
    }

    /// The photos whose rows touch [`top`, `bottom`).
    /// - Complexity: O(1).
    public func photos(from top: Double, to bottom: Double) -> Range<Int> {
        guard count > 0, bottom > top, bottom > 0, top < Double(height) else { return 0..<0 }
        let rows = triples + pairs
        let firstRow = row(atHeight: max(0, top))
        let lastRow = row(atHeight: min(bottom, Double(height)))
        return first(ofRow: firstRow)..<min(count, first(ofRow: min(rows, lastRow + 1)))
    }

    /// The most photos that rows within a height can hold.
    func capacity(height: Double) -> Int {
        3 * (Int((height / Double(smallSide + gap)).rounded(.up)) + 1)
    }

    // MARK: - Rows

    /// Large and small rows take turns; two of them are a period.
    private var period: Int { largeSide + smallSide + 2 * gap }

    private func isLarge(_ row: Int) -> Bool { row < triples && row % 2 == 0 }

    private func top(ofRow row: Int) -> Int {
        let full = min(row, triples)
        let within = full % 2 == 0 ? 0 : largeSide + gap
        return full / 2 * period + within + max(0, row - triples) * (pairSide + gap)
    }

    private func row(atHeight y: Double) -> Int {
        let y = Int(y)
        let ofTriples = top(ofRow: triples)
        guard y < ofTriples else { return triples + (y - ofTriples) / (pairSide + gap) }
        return y / period * 2 + (y % period < largeSide + gap ? 0 : 1)
    }

    private func first(ofRow row: Int) -> Int {
        3 * min(row, triples) + 2 * max(0, row - triples)
    }

    private func row(of index: Int) -> Int {
        index < 3 * triples ? index / 3 : triples + (index - 3 * triples) / 2
    }

    private func square(_ place: Int, ofRow row: Int) -> (x: Int, y: Int, side: Int) {
        guard row < triples else { return (place * (pairSide + gap), 0, pairSide) }
        guard isLarge(row) else { return (place * (smallSide + gap), 0, smallSide) }
        // The large one stands left in one period and right in the next.
        let isLeft = row % 4 == 0
        if place == (isLeft ? 0 : 2) { return (isLeft ? 0 : smallSide + gap, 0, largeSide) }
        let below = isLeft ? place - 1 : place
        return (isLeft ? largeSide + gap : 0, below * (smallSide + gap), smallSide)
    }
}
