import DecoderProtocol
import Foundation
import Photos
import TestSupport
import Testing

@testable import Decoding

/// Public reports against other photo libraries about pictures, each rebuilt
/// and shown not to happen here.
@Suite struct FormatPainTests {
    private let size = PixelSize(width: 320, height: 200)

    private func sample(
        _ format: SamplePicture.Format, orientation: Int = 1
    ) async throws -> [UInt8] {
        try await SharedDecoder.only.sample(
            SamplePicture(
                format: format, size: size, seed: 21, label: "ABC",
                exif: SampleEXIF(
                    dateTimeOriginal: "2020:01:01 00:00:00", orientation: orientation)))
    }

    @Test("immich-app/immich 18002: a file turned by its box is not turned by EXIF once more")
    func immich18002() async throws {
        let folder = try TemporaryFolder()
        let upright = try await sample(.avif)
        var turned = try #require(HEIFBoxes.adding(quarterTurns: 1, to: upright))
        HEIFBoxes.setOrientation(6, in: &turned)
        let path = try folder.write(turned, to: "a.avif")
        #expect(
            try await SharedDecoder.only.facts(path).size == PixelSize(width: 200, height: 320))
        let stored = try await SharedDecoder.only.pixels(upright)
        let shown = try await SharedDecoder.only.pixels(
            SharedDecoder.only.picture(path, maxSide: 1000))
        // A quarter turn to the left is EXIF's 8.
        #expect(shown.difference(from: stored, turned: 8) < 6)
        #expect(shown.difference(from: stored, turned: 6) > 15)
    }

    @Test("kean/Nuke 870: a thumbnail is upright and says nothing of turning", arguments: [3, 6])
    func nuke870(orientation: Int) async throws {
        let folder = try TemporaryFolder()
        let made = try await SharedDecoder.only.thumbnails(
            folder.write(sample(.jpeg, orientation: orientation), to: "turned.jpg"))
        let upright = try await SharedDecoder.only.thumbnails(
            folder.write(sample(.jpeg), to: "upright.jpg"))
        for (turned, plain) in [(made.s256, upright.s256), (made.s75, upright.s75)] {
            let difference = try await SharedDecoder.only.pixels(turned).difference(
                from: SharedDecoder.only.pixels(plain))
            #expect(difference < 6)
            #expect(Data(turned).range(of: Data("Exif".utf8)) == nil)
        }
    }

    @Test("pulsejet/memories 1324: a panorama of 64 million pixels gets its thumbnails")
    func memories1324() async throws {
        let folder = try TemporaryFolder()
        let width = 16_000
        let path = try await folder.write(
            SharedDecoder.only.grey(width: width, height: 4000), to: "wide.jpg")
        #expect(
            try await SharedDecoder.only.facts(path).size
                == PixelSize(width: width, height: 4000))
        let made = try await SharedDecoder.only.thumbnails(path)
        #expect(made.damage == nil)
        let pixels = try await SharedDecoder.only.pixels(made.s256)
        #expect((pixels.width, pixels.height) == (256, 256))
        // The ramp from left to right: its middle is grey.
        #expect(abs(pixels.component(0, x: 128, y: 128) - 128) < 12)
    }
}

extension SharedDecoder {
    /// A JPEG that goes from black at its left to white at its right.
    fileprivate func grey(width: Int, height: Int) throws -> [UInt8] {
        let row = (0..<width).map { UInt8($0 * 255 / (width - 1)) }
        var pixels: [UInt8] = []
        pixels.reserveCapacity(width * height)
        for _ in 0..<height { pixels += row }
        let picture = try Picture.pixels(
            pixels, size: PixelSize(width: width, height: height), bands: 1)
        return try PictureWriter.bytes(of: picture, as: .jpeg, quality: 80)
    }
}

/// Changes the boxes of an AVIF or HEIC file.
private enum HEIFBoxes {
    /// The file with a property that turns its first picture to the left, and
    /// all places in it moved along; nil when it is built otherwise than the
    /// files of our own encoder.
    static func adding(quarterTurns: UInt8, to file: [UInt8]) -> [UInt8]? {
        guard let meta = box("meta", in: file, 0..<file.count),
            let properties = box("iprp", in: file, meta.lowerBound + 12..<meta.upperBound),
            let list = box(
                "ipco", in: file, properties.lowerBound + 8..<properties.upperBound),
            let links = box(
                "ipma", in: file, properties.lowerBound + 8..<properties.upperBound),
            let places = box("iloc", in: file, meta.lowerBound + 12..<meta.upperBound)
        else { return nil }
        var bytes = file
        let growth = 10
        movePlaces(in: &bytes, places, by: growth)
        for (box, more) in [(meta, growth), (properties, growth), (list, 9), (links, 1)] {
            let length = number(bytes, box.lowerBound, 4) + more
            put(length, 4, at: box.lowerBound, in: &bytes)
        }
        // Version 0 and short links, as small files have them.
        guard number(file, links.lowerBound + 8, 4) == 0 else { return nil }
        let count = links.lowerBound + 18
        let end = count + 1 + Int(file[count])
        let index = UInt8(self.count(in: file, list) + 1)
        bytes[count] += 1
        let turn: [UInt8] = [0, 0, 0, 9] + Array("irot".utf8) + [quarterTurns]
        // The later place first, so that the other stays where it is.
        for (place, more) in [(end, [0x80 | index]), (list.upperBound, turn)]
            .sorted(by: { $0.0 > $1.0 })
        {
            bytes.insert(contentsOf: more, at: place)
        }
        return bytes
    }

    /// Writes EXIF's orientation where the file has one.
    static func setOrientation(_ orientation: UInt8, in file: inout [UInt8]) {
        let tag: [UInt8] = [0x12, 0x01, 3, 0, 1, 0, 0, 0]
        for position in 0..<file.count - 10 where file[position...].starts(with: tag) {
            file[position + 8] = orientation
            return
        }
    }

    private static func movePlaces(in bytes: inout [UInt8], _ box: Range<Int>, by growth: Int) {
        let version = bytes[box.lowerBound + 8]
        let sizes = number(bytes, box.lowerBound + 12, 2)
        let (offset, length, base) = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15)
        var position = box.lowerBound + 16
        for _ in 0..<number(bytes, box.lowerBound + 14, 2) {
            position += version == 0 ? 4 : 6
            if base > 0 {
                put(number(bytes, position, base) + growth, base, at: position, in: &bytes)
            }
            position += base
            let extents = number(bytes, position, 2)
            position += 2
            for _ in 0..<extents {
                if base == 0 {
                    put(number(bytes, position, offset) + growth, offset, at: position, in: &bytes)
                }
                position += offset + length
            }
        }
    }

    private static func box(_ name: String, in bytes: [UInt8], _ range: Range<Int>) -> Range<Int>? {
        var position = range.lowerBound
        while position + 8 <= range.upperBound {
            let length = number(bytes, position, 4)
            guard length >= 8, position + length <= range.upperBound else { return nil }
            if bytes[position + 4..<position + 8].elementsEqual(name.utf8) {
                return position..<position + length
            }
            position += length
        }
        return nil
    }

    private static func count(in bytes: [UInt8], _ list: Range<Int>) -> Int {
        var position = list.lowerBound + 8
        var count = 0
        while position + 8 <= list.upperBound {
            position += number(bytes, position, 4)
            count += 1
        }
        return count
    }

    private static func number(_ bytes: [UInt8], _ position: Int, _ size: Int) -> Int {
        bytes[position..<position + size].reduce(0) { $0 << 8 | Int($1) }
    }

    private static func put(_ value: Int, _ size: Int, at position: Int, in bytes: inout [UInt8]) {
        for index in 0..<size {
            bytes[position + index] = UInt8(
                truncatingIfNeeded: value >> (8 * (size - 1 - index)))
        }
    }
}
