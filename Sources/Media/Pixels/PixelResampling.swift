/// Resizes square BGRA pictures: each new pixel is the mean of the old ones
/// around its centre, weighted by nearness (a triangle as wide as the change
/// of scale; bilinear when the picture grows).
///
/// The four channels of a pixel are spread over the 16-bit lanes of one
/// 64-bit word and weighted at once: weights that sum to 256 keep each lane
/// below 65,536.
struct PixelResampling {
    let source: Int
    let target: Int
    /// Old pixels that count for a new one.
    private let taps: Int
    /// For each new pixel the first old one that counts.
    private let starts: [Int]
    /// `taps` weights for each new pixel.
    private let weights: [UInt64]

    /// - Precondition: both sides are at least 1.
    init(from source: Int, to target: Int) {
        precondition(source >= 1 && target >= 1, "a picture has a side")
        self.source = source
        self.target = target
        let ratio = Double(source) / Double(target)
        let reach = max(1, ratio)
        let taps = min(source, Int(reach.rounded(.up)) * 2)
        let centres = (0..<target).map { (Double($0) + 0.5) * ratio - 0.5 }
        let starts = centres.map { centre in
            max(0, min(source - taps, Int((centre - reach).rounded(.down)) + 1))
        }
        self.taps = taps
        self.starts = starts
        weights = zip(centres, starts).flatMap { centre, start in
            Self.inWholes(
                (0..<taps).map { max(0, 1 - abs(Double(start + $0) - centre) / reach) })
        }
    }

    /// - Precondition: the pictures have `source`² and `target`² pixels.
    /// - Complexity: O(`target` × (`source` + `target`) × change of scale).
    func resize(
        _ old: UnsafeBufferPointer<UInt32>, into new: UnsafeMutableBufferPointer<UInt32>
    ) {
        precondition(old.count >= source * source && new.count >= target * target)
        // One row, resized in height only.
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: source) { row in
            row.initialize(repeating: 0)
            for y in 0..<target {
                blendRows(of: old, at: y, into: row)
                let line = UnsafeMutableBufferPointer(
                    rebasing: new[(y * target)..<((y + 1) * target)])
                blendColumns(of: UnsafeBufferPointer(row), into: line)
            }
        }
    }

    private func blendRows(
        of old: UnsafeBufferPointer<UInt32>, at y: Int, into row: UnsafeMutableBufferPointer<UInt64>
    ) {
        for x in 0..<source { row[x] = Self.half }
        for tap in 0..<taps {
            let weight = weights[y * taps + tap]
            if weight == 0 { continue }
            let line = UnsafeBufferPointer(rebasing: old[((starts[y] + tap) * source)...])
            for x in 0..<source {
                row[x] &+= Self.spread(line[x]) &* weight
            }
        }
        for x in 0..<source { row[x] = row[x] >> 8 & Self.lanes }
    }

    private func blendColumns(
        of row: UnsafeBufferPointer<UInt64>, into line: UnsafeMutableBufferPointer<UInt32>
    ) {
        weights.withUnsafeBufferPointer { weights in
            for x in 0..<target {
                var sum = Self.half
                let start = starts[x]
                for tap in 0..<taps {
                    sum &+= row[start + tap] &* weights[x * taps + tap]
                }
                line[x] = Self.joined(sum >> 8 & Self.lanes)
            }
        }
    }

    /// The weights as whole numbers that sum to 256; what rounding leaves
    /// over goes to the largest.
    private static func inWholes(_ shares: [Double]) -> [UInt64] {
        let sum = shares.reduce(0, +)
        var wholes = shares.map { Int(($0 / sum * 256).rounded()) }
        let largest = wholes.indices.max { wholes[$0] < wholes[$1] } ?? 0
        wholes[largest] += 256 - wholes.reduce(0, +)
        return wholes.map(UInt64.init)
    }

    private static let lanes: UInt64 = 0x00FF_00FF_00FF_00FF
    /// One half in each lane, for rounding.
    private static let half: UInt64 = 0x0080_0080_0080_0080

    private static func spread(_ pixel: UInt32) -> UInt64 {
        var word = UInt64(pixel)
        word = (word | word << 16) & 0x0000_FFFF_0000_FFFF
        return (word | word << 8) & lanes
    }

    private static func joined(_ word: UInt64) -> UInt32 {
        let pairs = (word | word >> 8) & 0x0000_FFFF_0000_FFFF
        return UInt32(truncatingIfNeeded: pairs | pairs >> 16)
    }
}
