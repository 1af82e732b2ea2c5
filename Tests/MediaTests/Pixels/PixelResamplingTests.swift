import TestSupport
import Testing

@testable import Media

struct PixelResamplingTests {
    @Test func aPictureOfOneColourKeepsItExactly() {
        for (source, target) in [(8, 3), (8, 8), (3, 8), (256, 180), (1, 5), (5, 1)] {
            let old = [UInt32](repeating: 0xFF12_80FE, count: source * source)
            #expect(resized(old, source, target).allSatisfy { $0 == 0xFF12_80FE })
        }
    }

    @Test func theSameSizeIsTheSamePicture() {
        var random = SplitMix64(seed: 5)
        let old = (0..<49).map { _ in UInt32(truncatingIfNeeded: random.next()) }
        #expect(resized(old, 7, 7) == old)
    }

    /// All pairs of small sides, random pictures, against the same means in
    /// double precision.
    @Test func pixelsAreTheWeightedMeansOfThoseAroundThem() {
        var random = SplitMix64(seed: 6)
        var worst = 0.0
        for source in 1...12 {
            for target in 1...12 {
                let old = (0..<source * source).map { _ in
                    UInt32(truncatingIfNeeded: random.next())
                }
                let new = resized(old, source, target)
                for (found, exact) in zip(new, reference(old, source, target)) {
                    for (channel, value) in exact.enumerated() {
                        let byte = Double(found >> (8 * UInt32(channel)) & 0xFF)
                        worst = max(worst, abs(byte - value))
                    }
                }
            }
        }
        // Weights of 8 bits, rounded twice.
        #expect(worst <= 3)
    }

    private func resized(_ old: [UInt32], _ source: Int, _ target: Int) -> [UInt32] {
        [UInt32](unsafeUninitializedCapacity: target * target) { new, count in
            new.initialize(repeating: 0)
            old.withUnsafeBufferPointer {
                PixelResampling(from: source, to: target).resize($0, into: new)
            }
            count = target * target
        }
    }

    private func reference(_ old: [UInt32], _ source: Int, _ target: Int) -> [[Double]] {
        let ratio = Double(source) / Double(target)
        let reach = max(1, ratio)
        func weights(_ index: Int) -> [Double] {
            let centre = (Double(index) + 0.5) * ratio - 0.5
            let shares = (0..<source).map { max(0, 1 - abs(Double($0) - centre) / reach) }
            let sum = shares.reduce(0, +)
            return shares.map { $0 / sum }
        }
        return (0..<target).flatMap { y in
            (0..<target).map { x in
                (0..<4).map { channel in
                    var sum = 0.0
                    for (row, rowWeight) in weights(y).enumerated() {
                        for (column, weight) in weights(x).enumerated() {
                            let pixel = old[row * source + column]
                            let byte = pixel >> (8 * UInt32(channel)) & 0xFF
                            sum += Double(byte) * rowWeight * weight
                        }
                    }
                    return sum
                }
            }
        }
    }
}
