import DecoderProtocol
@testable import Decoding
import Foundation
import Photos
import TestSupport
import Testing

@Suite struct FileStructureTests {
    private func markers(_ bytes: [UInt8]) -> JPEGMarkers.Outcome {
        bytes.withUnsafeBytes { JPEGMarkers.metadata(in: $0) }
    }

    @Test func aJPEGsMetadataEndsWithTheHeadOfItsScan() {
        let head: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1, 0, 4, 9, 9, 0xFF, 0xDA, 0, 3, 1, 0x55]
        #expect(markers(head) == .scan(before: 13))
        #expect(markers(Array(head.prefix(12))) == .needs(13))
        #expect(markers(Array(head.prefix(9))) == .needs(12))
        #expect(markers(Array(head.prefix(5))) == .needs(6))
        #expect(markers([0xFF, 0xD8, 0x00, 0xE1]) == .needs(6))
        #expect(markers([0xFF, 0xD8, 0x00, 0xE1, 0, 4]) == .odd)
        #expect(markers([0xFF, 0xD8, 0xFF, 0xD9, 0, 4]) == .odd)
        #expect(markers([0xFF, 0xD8, 0xFF, 0xE1, 0, 1]) == .odd)
        #expect(markers([]) == .odd)
    }

    private func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        [0, 0, 0, UInt8(data.count)] + Array(type.utf8) + data + [0, 0, 0, 0]
    }

    private func moves(_ chunks: [UInt8]) -> Bool {
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunks).withUnsafeBytes {
            AnimatedPNG.isAnimated($0)
        }
    }

    @Test func anAnimatedPNGSaysSoBeforeItsPicture() {
        let control = chunk("acTL", [0, 0, 0, 2, 0, 0, 0, 0])
        let header = chunk("IHDR", Array(repeating: 1, count: 13))
        #expect(moves(header + control + chunk("IDAT", [1])))
        #expect(!moves(header + chunk("acTL", [0, 0, 0, 1, 0, 0, 0, 0])))
        #expect(!moves(header + chunk("IDAT", [1]) + control))
        #expect(!moves(header + control.prefix(10)))
        #expect(!moves([0xFF, 0xFF, 0xFF, 0xFF] + Array("tEXt".utf8) + [0, 0, 0, 0, 0, 0]))
    }

    private func isCutShort(_ bytes: [UInt8]) throws -> Bool {
        let folder = try TemporaryFolder("structure")
        let file = open(try folder.write(bytes, to: "a"), O_RDONLY)
        defer { close(file) }
        return try OriginalFile(file).isCutShort
    }

    @Test func theOuterStructureTellsWhetherBytesAreMissing() throws {
        let brand: [UInt8] = [0, 0, 0, 16] + Array("ftypisom".utf8) + [0, 0, 0, 0]
        let data: [UInt8] = [0, 0, 0, 12] + Array("mdat".utf8) + [1, 2, 3, 4]
        #expect(try !isCutShort(brand + data))
        #expect(try isCutShort(brand + data.dropLast()))
        // Up to the file's end, and a maker's own bytes behind.
        #expect(try !isCutShort(brand + [0, 0, 0, 0] + Array("mdat".utf8) + [1]))
        #expect(try !isCutShort(brand + data + Array("SEFT-trailer".utf8)))
        let long: [UInt8] = [0, 0, 0, 1] + Array("mdat".utf8) + [0, 0, 0, 0, 0, 1, 0, 0]
        #expect(try isCutShort(brand + long))
        #expect(try !isCutShort(brand + long.dropLast(8) + Array(repeating: 0xFF, count: 8)))
        let webp = Array("RIFF".utf8) + [12, 0, 0, 0] + Array("WEBPVP8 ".utf8) + [1, 2, 3, 4]
        #expect(try !isCutShort(webp))
        #expect(try isCutShort(webp.dropLast()))
    }

    @Test func aRawPicturesSizeIsTheSensorsOrACropOfIt() {
        func size(_ width: Int, _ height: Int) -> PixelSize {
            PixelSize(width: width, height: height)
        }
        let sensor = size(2176, 1448)
        #expect(
            RawSize.size(sensor: sensor, candidates: [nil, size(2160, 1440)]) == size(2160, 1440))
        #expect(RawSize.size(sensor: sensor, candidates: [size(160, 120)]) == sensor)
        #expect(RawSize.size(sensor: sensor, candidates: [size(2200, 1448)]) == sensor)
        #expect(RawSize.size(sensor: nil, candidates: [nil, size(160, 120)]) == size(160, 120))
        #expect(RawSize.size(sensor: nil, candidates: []) == nil)
    }
}
