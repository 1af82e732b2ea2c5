import Carousel
import Foundation
import Photos
import TestSupport
import Testing
import Timeline

/// Several files that are one item.
@Suite struct ItemTests {
    /// 2019-06-09T10:57:32Z.
    private let instant = 1_560_077_852

    private func still(_ identifier: String? = nil) -> MadeTIFF {
        var tiff = MadeTIFF.taken("2019:06:09 12:57:32", offset: "+02:00")
        if let identifier {
            tiff.photo.append((0x927C, MadeTIFF.appleNote(identifier: identifier)))
        }
        return tiff
    }

    @Test func filesOfOneIdentifierAreOneItemWhateverTheirNames() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        try await fixture.writeJPEG("a/IMG_1.JPG", still("AB-12"))
        try await fixture.writeFilm("b/other.MOV", created: 1_400_000_000, identifier: "AB-12")
        let photos = try await fixture.scanned()
        try #require(photos.count == 1)
        #expect(photos[0].metadata.kind == .photo)
        #expect(photos[0].parts.map(\.role) == [.motion])
        #expect(photos[0].parts[0].paths[0].display.hasSuffix("b/other.MOV"))
        #expect(photos[0].motion == .file(photos[0].parts[0].luid))
    }

    @Test func anItemMovesAndItsPartsHaveNoCell() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        try await fixture.writeJPEG("IMG_1.JPG", still("0A1B-X"))
        try await fixture.writeFilm("IMG_1.MOV", identifier: "0A1B-X")
        let library = try await fixture.open()
        _ = try await library.scan([fixture.photos])
        #expect(library.snapshot.photoCount == 1)
        #expect(library.snapshot[0].flags.contains(.live))
        await library.close()
        // A restart reads the same.
        let again = try await fixture.open()
        #expect(again.snapshot.photoCount == 1)
        #expect(again.snapshot[0].flags.contains(.live))
        await again.close()
    }

    @Test func differentIdentifiersAreNeverOneItem() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        try await fixture.writeJPEG("IMG_1.JPG", still("0A1B-X"))
        try await fixture.writeFilm("IMG_1.MOV", created: instant, identifier: "0A1B-Y")
        #expect(try await fixture.scanned().count == 2)
    }

    @Test func aFilmOfTheSameNameAndAnotherTimeStaysItself() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        try await fixture.writeJPEG("DSC_1.JPG", still())
        try await fixture.writeFilm("DSC_1.MOV", created: instant + 60)
        #expect(try await fixture.scanned().count == 2)
    }

    @Test func theOrderOfArrivalDoesNotMatter() async throws {
        for first in ["film", "still"] {
            let fixture = try await LibraryFixture(photos: 0, "order-\(first)")
            if first == "film" {
                try await fixture.writeFilm("IMG_1.MOV", created: instant)
                #expect(try await fixture.scanned().count == 1)
                try await fixture.writeJPEG("IMG_1.JPG", still())
            } else {
                try await fixture.writeJPEG("IMG_1.JPG", still())
                #expect(try await fixture.scanned().count == 1)
                try await fixture.writeFilm("IMG_1.MOV", created: instant)
            }
            let photos = try await fixture.scanned()
            #expect(photos.count == 1)
            #expect(photos.first?.metadata.kind == .photo)
            #expect(photos.first?.parts.count == 1)
        }
    }

    @Test func aPartWhoseItemIsGoneIsAPhotoAgain() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        try await fixture.writeJPEG("IMG_1.JPG", still())
        try await fixture.writeFilm("IMG_1.MOV", created: instant)
        #expect(try await fixture.scanned().map(\.metadata.kind) == [.photo])
        try fixture.remove("IMG_1.JPG")
        #expect(try await fixture.scanned().map(\.metadata.kind) == [.video])
        // And its item again when that returns.
        try await fixture.writeJPEG("IMG_1.JPG", still())
        #expect(try await fixture.scanned().map(\.metadata.kind) == [.photo])
    }

    @Test func anActOnAnItemIsOneOnAllItsFiles() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        try await fixture.writeJPEG("IMG_1.JPG", still())
        try await fixture.writeFilm("IMG_1.MOV", created: instant)
        let library = try await fixture.open()
        _ = try await library.scan([fixture.photos])
        let luid = library.snapshot[0].luid
        let done = try await library.perform(.delete, on: [luid])
        #expect(done.photos.count == 2)
        #expect(try await library.outcome(of: done.operation).failures.isEmpty)
        #expect(library.snapshot.photoCount == 0)
        for name in ["IMG_1.JPG", "IMG_1.MOV"] {
            #expect(!FileManager.default.fileExists(atPath: fixture.path(name)))
        }
        #expect(try library.deletedPhotos().map(\.luid) == [luid])
        let undone = try await library.undo(done.operation)
        _ = try await library.outcome(of: undone.operation)
        #expect(library.snapshot.photoCount == 1)
        #expect(library.snapshot[0].flags.contains(.live))
        for name in ["IMG_1.JPG", "IMG_1.MOV"] {
            #expect(FileManager.default.fileExists(atPath: fixture.path(name)))
        }
        await library.close()
    }

    @Test func rawAndJPEGOfOneShotAreOneItem() async throws {
        let fixture = try await LibraryFixture(photos: 0)
        let shot = MadeTIFF.taken("2019:06:09 12:57:32")
        try await fixture.writeJPEG("P1.JPG", shot)
        try await fixture.writeJPEG("P2.JPG", shot, variant: 1)
        var raw = shot
        raw.main += [(0xC612, .bytes([1, 4, 0, 0])), (0x0100, .short(64)), (0x0101, .short(48))]
        try fixture.folder.write(raw.bytes, to: "photos/p1.dng")
        // Another time: the camera's counter began anew.
        raw.photo[0].value = .text("2019:07:09 12:57:32")
        try fixture.folder.write(raw.bytes, to: "photos/p2.dng")
        let photos = try await fixture.scanned(thumbnails: false)
        let one = try #require(photos.first { $0.paths[0].display.hasSuffix("P1.JPG") })
        #expect(one.parts.map(\.role) == [.raw])
        #expect(one.parts[0].paths[0].display.hasSuffix("p1.dng"))
        #expect(photos.first { $0.paths[0].display.hasSuffix("P2.JPG") }?.parts == [])
        #expect(photos.contains { $0.paths[0].display.hasSuffix("p2.dng") })
    }

    @Test(arguments: ["google", "micro", "samsung"])
    func aMotionPhotoMovesByItself(kind: String) async throws {
        let fixture = try await LibraryFixture(photos: 0, kind)
        try await fixture.writeJPEG("plain.jpg", still())
        let jpeg = try Array(Data(contentsOf: URL(fileURLWithPath: fixture.path("plain.jpg"))))
        var film = MadeFilm(frame: jpeg, width: 320, height: 240)
        film.brand = "mp42"
        let bytes = try MotionFile.bytes(kind, jpeg: jpeg, film: film.bytes)
        try fixture.folder.write(bytes.file, to: "photos/moving.jpg")
        let photos = try await fixture.scanned()
        let moving = try #require(photos.first { $0.paths[0].display.hasSuffix("moving.jpg") })
        let motion = try #require(moving.metadata.traits.motion)
        #expect(motion.offset == Int64(bytes.filmAt))
        #expect(motion.length == Int64(film.bytes.count))
        #expect(moving.motion == .embedded(motion))
        #expect(photos.first { $0.paths[0].display.hasSuffix("plain.jpg") }?.motion == nil)
    }
}

/// Motion photos as their makers write them.
private enum MotionFile {
    static func bytes(
        _ kind: String, jpeg: [UInt8], film: [UInt8]
    ) throws -> (file: [UInt8], filmAt: Int) {
        switch kind {
        case "google":
            let items = ["Primary\" Item:Length=\"0", "MotionPhoto\" Item:Length=\"\(film.count)"]
            let list = items.map {
                "<rdf:li rdf:parseType=\"Resource\"><Container:Item Item:Mime=\"x/y\" "
                    + "Item:Semantic=\"\($0)\"/></rdf:li>"
            }.joined()
            let still = JPEGSegments.adding(
                xmp: packet(
                    "GCamera:MotionPhoto=\"1\"",
                    "<Container:Directory><rdf:Seq>\(list)</rdf:Seq></Container:Directory>"),
                to: jpeg)
            return (still + film, still.count)
        case "micro":
            let still = JPEGSegments.adding(
                xmp: packet(
                    "GCamera:MicroVideo=\"1\" GCamera:MicroVideoOffset=\"\(film.count)\"", ""),
                to: jpeg)
            return (still + film, still.count)
        default:
            let name = Array("MotionPhoto_Data".utf8)
            let block = [0, 0, 0x30, 0x0A] + little(name.count) + name + film
            let directory =
                Array("SEFH".utf8) + little(106) + little(1) + [0, 0, 0x30, 0x0A]
                + little(block.count) + little(block.count)
            let trailer = directory + little(directory.count) + Array("SEFT".utf8)
            return (jpeg + block + trailer, jpeg.count + block.count - film.count)
        }
    }

    private static func packet(_ attributes: String, _ content: String) -> String {
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
         xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
         xmlns:GCamera="http://ns.google.com/photos/1.0/camera/"
         xmlns:Container="http://ns.google.com/photos/1.0/container/"
         xmlns:Item="http://ns.google.com/photos/1.0/container/item/"
         \(attributes)>\(content)</rdf:Description></rdf:RDF></x:xmpmeta>
        """
    }

    private static func little(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
