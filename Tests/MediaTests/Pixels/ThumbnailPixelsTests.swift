import Photos
import TestSupport
import Testing

@testable import Media

struct ThumbnailPixelsTests {
    @Test(
        arguments: [ThumbnailSize.s75, .s256],
        [1, 2, 9, 10, 32, 64, 75, 100, 180, 224, 255, 256, 300, 512])
    func everySideShowsTheWholePictureUpright(size: ThumbnailSize, side: Int) throws {
        let pixels = try ThumbnailPixels().pixels(of: Self.jpeg(size), size, side: side)
        #expect(pixels.count == side * side * 4)
        for y in 0..<side {
            // Red at the top, blue at the bottom; BGRA, opaque.
            let share = side == 1 ? 0.5 : (Double(y) + 0.5) / Double(side)
            let pixel = pixels[((y * side + side / 2) * 4)...]
            let expected = [share * 255, 0, 255 - share * 255, 255]
            for (channel, value) in zip(pixel.prefix(4), expected) {
                #expect(abs(Double(channel) - value) <= 14, "row \(y) of \(side)")
            }
        }
    }

    @Test func oneDecoderServesManySizesOneAfterAnother() throws {
        let decoder = ThumbnailPixels()
        let sides = [180, 75, 256, 90, 180, 33, 34, 35, 36, 180]
        for side in sides {
            let again = try decoder.pixels(of: Self.jpeg(.s256), .s256, side: side)
            let fresh = try ThumbnailPixels().pixels(of: Self.jpeg(.s256), .s256, side: side)
            #expect(again == fresh)
        }
    }

    @Test func aGreyThumbnailIsDecodedToGreyPixels() throws {
        let pixels = try ThumbnailPixels().pixels(of: GradientJPEG.grey256, .s256, side: 64)
        let middle = Array(pixels[(32 * 64 * 4)..<(32 * 64 * 4 + 4)])
        #expect(middle[0] == middle[1] && middle[1] == middle[2] && middle[3] == 255)
    }

    @Test func whatWeNeverWriteIsRefusedBeforeItIsDecoded() {
        #expect(fault(GradientJPEG.progressive256, .s256) == .notBaseline)
        #expect(
            fault(GradientJPEG.baseline75, .s256)
                == .wrongSize(PixelSize(width: 75, height: 75)))
        #expect(fault([], .s75) == .notAJPEG)
        #expect(fault(Array("GIF89a, not a JPEG".utf8), .s75) == .notAJPEG)
        let padded = GradientJPEG.baseline75 + [UInt8](repeating: 0, count: 30_000)
        #expect(fault(padded, .s75) == .tooManyBytes(padded.count))
        guard case .undecodable = fault(GradientJPEG.cmyk256, .s256) else {
            Issue.record("CMYK cannot become BGRA in this process")
            return
        }
    }

    @Test func everyCutOfAThumbnailIsAnErrorAndNoTrap() {
        let decoder = ThumbnailPixels()
        let jpeg = GradientJPEG.baseline75
        for length in 0..<(jpeg.count - 2) {
            #expect(throws: MediaError.self) {
                try decoder.pixels(of: Array(jpeg[..<length]), .s75, side: 75)
            }
        }
    }

    @Test func randomDamageIsDecodedOrRefusedAndNoTrap() {
        var random = SplitMix64(seed: 4)
        let decoder = ThumbnailPixels()
        for _ in 0..<2000 {
            var jpeg = GradientJPEG.baseline75
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let index = Int.random(in: 0..<jpeg.count, using: &random)
                jpeg[index] = UInt8.random(in: 0...255, using: &random)
            }
            _ = try? decoder.pixels(of: jpeg, .s75, side: 60)
        }
    }

    private func fault(_ jpeg: [UInt8], _ size: ThumbnailSize) -> ThumbnailFault? {
        do throws(MediaError) {
            _ = try ThumbnailPixels().pixels(of: jpeg, size, side: 75)
            return nil
        } catch {
            if case .badThumbnail(let fault) = error { return fault }
            return nil
        }
    }

    private static func jpeg(_ size: ThumbnailSize) -> [UInt8] {
        size == .s75 ? GradientJPEG.baseline75 : GradientJPEG.baseline256
    }
}
