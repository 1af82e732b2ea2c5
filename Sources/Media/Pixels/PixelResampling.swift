/// Resizes square BGRA pictures: each new pixel is the mean of the old ones
/// around its centre, weighted by nearness (a triangle as wide as the change
/// of scale; bilinear when the picture grows).
///
/// The arithmetic is in lanes of 16 bits, several channels at once: weights
/// that sum to 256 keep each lane below 65,536.
struct PixelResampling {
    let source: Int
    let target: Int
    /// Old pixels that count for a new one.
    private let taps: Int
    /// For each new pixel the first old one that counts.
    private let starts: [Int]
    /// `taps` weights for each new pixel.
    private let weights: [UInt16]
    private let wideWeights: [UInt64]

    /// - Precondition: both sides are at least 1.
    init(from source: Int, to target: Int) {
        precondition(source >= 1 && target >= 1, "a picture has a side")
        self.source = source
        self.target = target
        let ratio = Double(source) / Double(target)
        let reach = max(1, ratio)
        let taps = min(source, Int((reach * 2).rounded(.up)))
        let centres = (0..<target).map { (Double($0) + 0.5) * ratio - 0.5 }
        let starts = centres.map { centre in
            max(0, min(source - taps, Int((centre - reach).rounded(.down)) + 1))
        }
        self.taps = taps
        self.starts = starts
        let weights: [UInt16] = zip(centres, starts).flatMap { centre, start in
            Self.inWholes(
                (0..<taps).map { max(0, 1 - abs(Double(start + $0) - centre) / reach) })
        }
        self.weights = weights
        wideWeights = weights.map(UInt64.init)
    }

    /// - Precondition: the pictures have `source`² and `target`² pixels.
    /// - Complexity: O(`target` × (`source` + `target`) × change of scale).
    func resize(
        _ old: UnsafeBufferPointer<UInt32>, into new: UnsafeMutableBufferPointer<UInt32>
    ) {
        precondition(old.count >= source * source && new.count >= target * target)
        let oldBytes = UnsafeRawBufferPointer(old)
        // One row, resized in height only: a lane for each channel.
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: source * 4) { row in
            row.initialize(repeating: 0)
            for y in 0..<target {
                blendRows(of: oldBytes, at: y, into: row)
                let line = UnsafeMutableBufferPointer(
                    rebasing: new[(y * target)..<((y + 1) * target)])
                blendColumns(of: UnsafeRawBufferPointer(row), into: line)
            }
        }
    }

    private func blendRows(
        of old: UnsafeRawBufferPointer, at y: Int, into row: UnsafeMutableBufferPointer<UInt16>
    ) {
        let width = source * 4
        let first = starts[y] * width
        weights.withUnsafeBufferPointer { weights in
            let own = UnsafeBufferPointer(rebasing: weights[(y * taps)..<((y + 1) * taps)])
            var x = 0
            while x + 16 <= width {
                var sum = SIMD16<UInt16>(repeating: 128)
                for tap in 0..<taps {
                    let pixels = old.loadUnaligned(
                        fromByteOffset: first + tap * width + x, as: SIMD16<UInt8>.self)
                    sum &+= SIMD16<UInt16>(truncatingIfNeeded: pixels) &* own[tap]
                }
                UnsafeMutableRawBufferPointer(row).storeBytes(
                    of: sum &>> 8, toByteOffset: x * 2, as: SIMD16<UInt16>.self)
                x += 16
            }
            while x < width {
                var sum: UInt16 = 128
                for tap in 0..<taps {
                    sum &+= UInt16(old[first + tap * width + x]) &* own[tap]
                }
                row[x] = sum >> 8
                x += 1
            }
        }
    }

    private func blendColumns(
        of row: UnsafeRawBufferPointer, into line: UnsafeMutableBufferPointer<UInt32>
    ) {
        // A pixel's four lanes are one word here. The number of taps is
        // written out where it is common, so that the loop over them unrolls:
        // twice as fast.
        let row = row.assumingMemoryBound(to: UInt64.self)
        switch taps {
        case 2: blend(row, into: line, taps: 2)
        case 3: blend(row, into: line, taps: 3)
        default: blend(row, into: line, taps: taps)
        }
    }

    @inline(__always)
    private func blend(
        _ row: UnsafeBufferPointer<UInt64>, into line: UnsafeMutableBufferPointer<UInt32>,
        taps: Int
    ) {
        wideWeights.withUnsafeBufferPointer { weights in
            starts.withUnsafeBufferPointer { starts in
                for x in 0..<target {
                    let start = starts[x]
                    var sum: UInt64 = 0x0080_0080_0080_0080
                    for tap in 0..<taps {
                        sum &+= row[start &+ tap] &* weights[x &* taps &+ tap]
                    }
                    line[x] = Self.joined(sum >> 8 & 0x00FF_00FF_00FF_00FF)
                }
            }
        }
    }

    /// Four lanes of 8 bits each as a pixel.
    @inline(__always)
    private static func joined(_ lanes: UInt64) -> UInt32 {
        let pairs = (lanes | lanes >> 8) & 0x0000_FFFF_0000_FFFF
        return UInt32(truncatingIfNeeded: pairs | pairs >> 16)
    }

    /// The weights as whole numbers that sum to 256; what rounding leaves
    /// over goes to the largest.
    private static func inWholes(_ shares: [Double]) -> [UInt16] {
        let sum = shares.reduce(0, +)
        var wholes = shares.map { Int(($0 / sum * 256).rounded()) }
        let largest = wholes.indices.max { wholes[$0] < wholes[$1] } ?? 0
        wholes[largest] += 256 - wholes.reduce(0, +)
        return wholes.map(UInt16.init)
    }
}
