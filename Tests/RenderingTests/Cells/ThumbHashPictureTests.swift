import Foundation
import Photos
import Rendering
import TestSupport
import Testing

struct ThumbHashPictureTests {
    /// The published decoder, wave by wave and pixel by pixel, for the square
    /// part of a picture: RGB.
    private func reference(_ bytes: [UInt8], side: Int) -> [[Double]] {
        let header24 = Int(bytes[0]) | Int(bytes[1]) << 8 | Int(bytes[2]) << 16
        let header16 = Int(bytes[3]) | Int(bytes[4]) << 8
        let isLandscape = header16 >> 15 != 0
        let hasAlpha = header24 >> 23 != 0
        let long = hasAlpha ? 5 : 7
        let lx = max(3, isLandscape ? long : header16 & 7)
        let ly = max(3, isLandscape ? header16 & 7 : long)
        var index = 0
        func channel(_ nx: Int, _ ny: Int, _ scale: Double) -> [(Int, Int, Double)] {
            var waves: [(Int, Int, Double)] = []
            for cy in 0..<ny {
                var cx = cy == 0 ? 1 : 0
                while cx * ny < nx * (ny - cy) {
                    let byte = Int(bytes[(hasAlpha ? 6 : 5) + index / 2])
                    let figure = byte >> (index % 2 * 4) & 15
                    index += 1
                    waves.append((cx, cy, (Double(figure) / 7.5 - 1) * scale))
                    cx += 1
                }
            }
            return waves
        }
        let l = channel(lx, ly, Double(header24 >> 18 & 31) / 31)
        let p = channel(3, 3, Double(header16 >> 3 & 63) / 63 * 1.25)
        let q = channel(3, 3, Double(header16 >> 9 & 63) / 63 * 1.25)
        let ratio = Double(lx) / Double(ly)
        func sum(_ mean: Double, _ waves: [(Int, Int, Double)], _ x: Double, _ y: Double) -> Double
        {
            waves.reduce(mean) { sum, wave in
                sum + wave.2 * cos(.pi * x * Double(wave.0)) * cos(.pi * y * Double(wave.1)) * 2
            }
        }
        return (0..<side * side).map { pixel in
            let u = (Double(pixel % side) + 0.5) / Double(side) - 0.5
            let v = (Double(pixel / side) + 0.5) / Double(side) - 0.5
            let x = 0.5 + u * min(1, 1 / ratio)
            let y = 0.5 + v * min(1, ratio)
            let luma = waves(l, mean: Double(header24 & 63) / 63, x, y)
            let yellowBlue = sum(Double(header24 >> 6 & 63) / 31.5 - 1, p, x, y)
            let redGreen = sum(Double(header24 >> 12 & 63) / 31.5 - 1, q, x, y)
            let blue = luma - 2 / 3 * yellowBlue
            let red = (3 * luma - blue + redGreen) / 2
            return [red, red - redGreen, blue].map { min(max($0, 0), 1) * 255 }
        }

        func waves(_ waves: [(Int, Int, Double)], mean: Double, _ x: Double, _ y: Double) -> Double
        {
            sum(mean, waves, x, y)
        }
    }

    @Test(arguments: 0..<60 as Range<UInt64>)
    func decodesAsThePublishedDecoderDoes(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let bytes = (0..<25).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        let hash = try #require(ThumbHash(bytes: bytes))
        let pixels = try #require(ThumbHashPicture(hash)).pixels()
        let expected = reference(bytes, side: pixels.side)
        for (index, colour) in expected.enumerated() {
            let pixel = pixels.bgra[(index * 4)..<(index * 4 + 4)].map { Double($0) }
            let differences = [
                abs(pixel[2] - colour[0]), abs(pixel[1] - colour[1]), abs(pixel[0] - colour[2]),
            ]
            #expect((differences.max() ?? 0) <= 0.501, "pixel \(index)")
            #expect(pixel[3] == 255)
        }
    }

    @Test func aPictureWithoutWavesIsItsAverageColour() throws {
        // Scales of 0, so that the waves do not count; red: l = 1/3, p = 1/2
        // and q = 1 come out as near as six bits allow.
        let header = 21 | 47 << 6 | 63 << 12
        let bytes =
            [UInt8(header & 255), UInt8(header >> 8 & 255), UInt8(header >> 16), 7, 0]
            + [UInt8](repeating: 0x88, count: 20)
        let hash = try #require(ThumbHash(bytes: bytes))
        let picture = try #require(ThumbHashPicture(hash))
        let pixels = picture.pixels()
        for index in 0..<(pixels.side * pixels.side) {
            let pixel = Array(pixels.bgra[(index * 4)..<(index * 4 + 4)])
            #expect(pixel[0] < 5 && pixel[1] < 5 && pixel[2] > 250 && pixel[3] == 255)
        }
    }

    @Test func anyBytesGiveAPictureOrNoneButNoTrap() {
        var random = SplitMix64(seed: 7)
        for _ in 0..<5_000 {
            let count = Int.random(in: 0...25, using: &random)
            let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            guard let hash = ThumbHash(bytes: bytes), let picture = ThumbHashPicture(hash) else {
                #expect(count < 25)
                continue
            }
            #expect(picture.pixels().bgra.count == 32 * 32 * 4)
        }
    }

    @Test func aHashThatEndsEarlyIsNone() throws {
        let whole = [0xD5, 0x07, 0x12, 0x1D, 0x04, 0x67, 0x87, 0x8F, 0x77] as [UInt8]
        for count in 0...5 {
            let hash = try #require(ThumbHash(bytes: whole.prefix(count)))
            #expect(ThumbHashPicture(hash) == nil)
        }
    }

    @Test func photosOfWhichNothingIsKnownHaveColoursOfTheirOwn() {
        let colours = Set((1...50).map { PlainColour(of: LUID($0)) })
        #expect(colours.count > 40)
        #expect(PlainColour(of: LUID(5)) == PlainColour(of: LUID(5)))
    }
}
