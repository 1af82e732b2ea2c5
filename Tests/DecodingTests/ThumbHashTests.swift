@testable import Decoding
import Foundation
import Photos
import Testing

@Suite struct ThumbHashTests {
    private func hash(_ colour: (Int, Int) -> [UInt8]) -> [UInt8] {
        let pixels = (0..<75).flatMap { y in (0..<75).flatMap { x in colour(x, y) } }
        return pixels.withUnsafeBytes { ThumbHashEncoder(side: 75).hash(of: $0).bytes }
    }

    /// Brightness 63/63, both colour differences in the middle (32), no
    /// scale; shape 7, square; no waves: by the format's definition.
    @Test func aWhiteSquareHasTheBytesThatTheFormatDefines() {
        #expect(
            hash { _, _ in [255, 255, 255] } == [0x3F, 0x08, 0x02, 0x07, 0x00]
                + Array(repeating: 0, count: 19))
    }

    @Test func aHashShowsWhereAPictureIsBrightAndOfWhatColour() {
        // Red on top, blue below, darker to the right.
        let bytes = hash { x, y in
            let light = 1 - Double(x) / 150
            return y < 38
                ? [UInt8(220 * light), UInt8(40 * light), UInt8(30 * light)]
                : [UInt8(30 * light), UInt8(60 * light), UInt8(230 * light)]
        }
        #expect(bytes.count == 24)
        let shown = ThumbHashDecoder.decode(bytes)
        #expect(shown.count == 32 * 32)
        func mean(_ xs: Range<Int>, _ ys: Range<Int>) -> SIMD3<Double> {
            let all = ys.flatMap { y in xs.map { x in shown[y * 32 + x] } }
            return all.reduce(.zero, +) / Double(all.count)
        }
        let top = mean(0..<32, 4..<12)
        let bottom = mean(0..<32, 20..<28)
        #expect(top.x > 0.5 && top.z < 0.4)
        #expect(bottom.z > 0.5 && bottom.x < 0.4)
        #expect(mean(0..<8, 0..<32).x > mean(24..<32, 0..<32).x + 0.05)
    }
}

/// Shows a square, opaque ThumbHash at 32 × 32, written from the format's
/// description alone.
enum ThumbHashDecoder {
    static func decode(_ bytes: [UInt8]) -> [SIMD3<Double>] {
        let head = Int(bytes[0]) | Int(bytes[1]) << 8 | Int(bytes[2]) << 16
        let scales = Int(bytes[3]) | Int(bytes[4]) << 8
        var nibbles = bytes[5...].flatMap { [Int($0 & 15), Int($0 >> 4)] }[...]
        func channel(_ mean: Double, _ scale: Double, _ count: Int) -> [[Double]] {
            var waves = Array(repeating: Array(repeating: 0.0, count: count), count: count)
            waves[0][0] = mean
            for cy in 0..<count {
                for cx in 0..<count - cy where cx + cy > 0 {
                    waves[cy][cx] = (Double(nibbles.removeFirst()) / 7.5 - 1) * scale * 2
                }
            }
            return waves
        }
        let l = channel(Double(head & 63) / 63, Double(head >> 18 & 31) / 31, 7)
        let p = channel(
            Double(head >> 6 & 63) / 31.5 - 1, Double(scales >> 3 & 63) / 63 * 1.25, 3)
        let q = channel(
            Double(head >> 12 & 63) / 31.5 - 1, Double(scales >> 9 & 63) / 63 * 1.25, 3)
        return (0..<32 * 32).map { index in
            func value(_ waves: [[Double]]) -> Double {
                var sum = 0.0
                for (cy, row) in waves.enumerated() {
                    for (cx, wave) in row.enumerated() where wave != 0 {
                        sum +=
                            wave * cos(.pi / 32 * (Double(index % 32) + 0.5) * Double(cx))
                            * cos(.pi / 32 * (Double(index / 32) + 0.5) * Double(cy))
                    }
                }
                return sum
            }
            let blue = value(l) - 2 / 3 * value(p)
            let red = (3 * value(l) - blue + value(q)) / 2
            return [red, red - value(q), blue]
        }
    }
}
