import Carousel
import Foundation
import Media
import Photos
import TestSupport
import Testing

/// Public reports about bad files that took all others with them, each rebuilt
/// and shown not to happen here.
@Suite struct RobustPainTests {
    private let fixture: LibraryFixture

    init() async throws {
        fixture = try await LibraryFixture(photos: 0, "robust")
    }

    private func good(_ names: String...) async throws {
        for (index, name) in names.enumerated() {
            try await fixture.writeJPEG(name, variant: UInt8(index + 1))
        }
    }

    private func names(_ photos: [PhotoDetails]) -> Set<String> {
        Set(photos.flatMap(\.paths).map { String(decoding: $0.name, as: UTF8.self) })
    }

    @Test("immich-app/immich 21635: bad files are flagged, the scan goes on, the machine stands")
    func immich21635() async throws {
        try await good("a.jpg", "m.jpg", "z.jpg")
        var random = SplitMix64(seed: 21635)
        var bad: Set<String> = []
        for number in 0..<24 {
            let name = "bad\(number)." + ["jpg", "mp4", "png", "heic", "cr2", "webp"][number % 6]
            // Every other one begins as files of its kind do.
            let head: [[UInt8]] = [
                [0xFF, 0xD8, 0xFF, 0xE0], [0, 0, 0, 24] + Array("ftypisom".utf8),
                [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10],
                [0, 0, 0, 24] + Array("ftypheic".utf8), Array("II*\0".utf8) + [16, 0, 0, 0],
                Array("RIFF".utf8) + [0, 8, 0, 0] + Array("WEBP".utf8),
            ]
            let noise = (0..<4000).map { _ in UInt8(random.next(upperBound: UInt64(256))) }
            let bytes = (number % 12 < 6 ? head[number % 6] : []) + noise
            try fixture.folder.write(bytes, to: "photos/" + name)
            bad.insert(name)
        }
        let library = try await fixture.open()
        _ = try await library.scan([fixture.photos])
        let shown = names(try library.allDetails())
        #expect(shown.isSuperset(of: ["a.jpg", "m.jpg", "z.jpg"]))
        let problems = Set(
            try library.problems().map { String(decoding: $0.path.name, as: UTF8.self) })
        #expect(problems == bad, "each is named, and none of the others")
        for name in ["a.jpg", "m.jpg", "z.jpg"] {
            let luid = try #require(try library.luid(ofFile: name))
            #expect(library.thumbnail(of: luid, .s256) != nil)
        }
        await library.close()
    }

    @Test("immich-app/immich 19222: a picture without dimensions costs its own cell, no other")
    func immich19222() async throws {
        try await good("a.jpg", "z.jpg")
        let whole = try Data(contentsOf: URL(fileURLWithPath: fixture.path("a.jpg")))
        // EXIF with a date, and a frame of no width and no height.
        var flat = JPEGSegments.adding(
            MadeTIFF(photo: [(0x9003, .text("2014:05:06 07:08:09"))]),
            to: JPEGSegments.withoutMetadata(Array(whole)))
        let frame = try #require(JPEGSegments.frame(in: flat))
        for offset in 5..<9 { flat[frame + offset] = 0 }
        try fixture.folder.write(flat, to: "photos/flat.jpg")
        let library = try await fixture.open()
        _ = try await library.scan([fixture.photos])
        let photos = try library.allDetails()
        #expect(names(photos) == ["a.jpg", "flat.jpg", "z.jpg"], "in its place by its date")
        let luid = try #require(try library.luid(ofFile: "flat.jpg"))
        #expect(library.snapshot.record(of: luid)?.flags.contains(.unreadablePicture) == true)
        #expect(library.thumbnail(of: luid, .s256) == nil)
        #expect(
            try library.problems().map { String(decoding: $0.path.name, as: UTF8.self) }
                == ["flat.jpg"])
        for name in ["a.jpg", "z.jpg"] {
            let luid = try #require(try library.luid(ofFile: name))
            #expect(library.thumbnail(of: luid, .s256) != nil)
        }
        await library.close()
    }
}
