import DecoderProtocol
import Foundation
import Photos
import TestSupport
import Testing

@testable import Decoding

/// JPEGs of twelve bits a sample, which libjpeg refuses and a careless reader
/// shows as noise.
@Suite struct DeepJPEGTests {
    private static let columns = 40

    /// From black at the left to white at the right.
    private func ramp(_ column: Int) -> Int { column * 4095 / (Self.columns - 1) }

    private func shown(_ jpeg: DeepJPEG) async throws -> Pixels {
        let folder = try TemporaryFolder()
        let path = try folder.write(jpeg.bytes, to: "deep.jpg")
        let facts = try await SharedDecoder.only.facts(path)
        #expect(facts.format == .jpeg && facts.size == PixelSize(width: 320, height: 240))
        let made = try await SharedDecoder.only.thumbnails(path)
        #expect(made.damage == nil)
        let small = try await SharedDecoder.only.pixels(made.s75)
        #expect((small.width, small.height) == (75, 75))
        let picture = try await SharedDecoder.only.picture(path, maxSide: 320)
        return try await SharedDecoder.only.pixels(picture)
    }

    @Test func grey() async throws {
        let pixels = try await shown(
            DeepJPEG(columns: Self.columns, rows: 30, components: 1) { ramp($1) })
        #expect((pixels.width, pixels.height) == (320, 240))
        for column in 0..<Self.columns {
            let expected = ramp(column) * 255 / 4095
            for component in 0..<3 {
                let value = pixels.component(component, x: column * 8 + 4, y: 100)
                #expect(abs(value - expected) <= 3, "column \(column)")
            }
        }
    }

    @Test func colours() async throws {
        // Y, Cb and Cr of a red, by JFIF's formulas.
        let red = [1224, 1357, 4095]
        let grey = [3000, 2048, 2048]
        let jpeg = DeepJPEG(columns: Self.columns, rows: 30, components: 3) { component, column in
            (column < 20 ? red : grey)[component]
        }
        let pixels = try await shown(jpeg)
        let left: [Int] = (0..<3).map { pixels.component($0, x: 50, y: 100) }
        let right: [Int] = (0..<3).map { pixels.component($0, x: 270, y: 100) }
        #expect(left[0] > 245 && left[1] < 10 && left[2] < 10, "\(left)")
        #expect(right.allSatisfy { abs($0 - 3000 * 255 / 4095) <= 4 }, "\(right)")
    }
}
