import DecoderProtocol
import Foundation
import Photos
import TestSupport
import Testing

/// What independent tools read in real files, against what we read.
@Suite(.enabled(if: Corpus.isThere)) struct CorpusFactsTests {
    /// Sizes that differ from the manifest's for a reason.
    private static let sizes: [String: String] = [
        // Developed size; the manifest counts the sensor's masked border.
        "raw/DNG.dng": "3474x2314",
        // LibRaw's visible area; the manifest goes by the maker's own crop,
        // which stands in no tag that exiv2 reads.
        "raw/Panasonic.rw2": "3664x2754",
    ]

    private static let readable = Corpus.files.filter { $0["expected"] == "readable" }

    private func path(_ file: Corpus.File) -> String {
        (Corpus.folder ?? "") + "/" + file.path
    }

    @Test(arguments: readable.filter { !$0.path.hasPrefix("hostile/") })
    func aReadableFileTellsItsSizeAsSeen(file: Corpus.File) async throws {
        // No picture or video: sidecars and the like have no size.
        guard let expected = Self.sizes[file.path] ?? file["display_size"] else { return }
        let size = try #require(try await SharedDecoder.only.facts(path(file)).size)
        #expect("\(size.width)x\(size.height)" == expected)
    }

    @Test(arguments: Corpus.files.filter { $0["gps"] != nil && $0["expected"] != "n/a" })
    func aFileTellsItsPlace(file: Corpus.File) async throws {
        let figures = (file["gps"] ?? "").split(separator: ",").compactMap { Double($0) }
        let place = try await SharedDecoder.only.facts(path(file)).location
        guard figures.count == 2,
            let expected = Coordinate(latitude: figures[0], longitude: figures[1])
        else {
            // A place off the globe is none.
            #expect(place == nil)
            return
        }
        let found = try #require(place)
        #expect(abs(found.latitude - expected.latitude) < 1e-5)
        #expect(abs(found.longitude - expected.longitude) < 1e-5)
    }

    @Test(arguments: readable.filter { $0["date_original"] != nil })
    func aPhotoTellsWhenItWasTaken(file: Corpus.File) async throws {
        let fields = try await SharedDecoder.only.facts(path(file)).fields
        let found = fields[.exifDateTimeOriginal] ?? fields[.xmpExifDateTimeOriginal]
        // XMP writes the same otherwise.
        func figures(_ text: String?) -> [Substring]? { text?.split { !$0.isNumber } }
        #expect(figures(found) == figures(file["date_original"]))
    }

    @Test(arguments: readable.filter { $0.path.hasPrefix("video/") })
    func aFilmTellsItsLengthAndKind(file: Corpus.File) async throws {
        let facts = try await SharedDecoder.only.facts(path(file))
        #expect(facts.format.kind == .video)
        let seconds = try #require(file["duration_s"].flatMap { Double($0) })
        #expect(abs(Double(facts.durationMilliseconds ?? 0) - seconds * 1000) <= 2)
    }

    @Test(arguments: Corpus.files.filter { $0["pair_id"] != nil })
    func aLivePhotoTellsItsContentIdentifier(file: Corpus.File) async throws {
        let fields = try await SharedDecoder.only.facts(path(file)).fields
        #expect(fields[.contentIdentifier] == file["pair_id"])
    }

    /// Those of the corpus that move. libvips 8.14 does not tell it of JPEG
    /// XL (`jxl/animation_newtons_cradle.jxl`).
    @Test func animatedFilesSayThatTheyMove() async throws {
        let moving: Set<String> = [
            "avif/colors-animated-8bpc-alpha-exif-xmp.avif", "gif/invalid_multiframe.gif",
            "gif/pythagoras.gif", "gif/rotating-squares.gif", "png/blend_op_over.png",
            "webp/Animation Lossy.webp", "wrong-ext/windows95.webp",
        ]
        for file in Self.readable where !file.path.hasPrefix("hostile/") {
            let facts = try await SharedDecoder.only.facts(path(file))
            guard facts.format.kind == .photo else { continue }
            #expect(facts.isAnimated == moving.contains(file.path), "\(file.path)")
        }
    }
}
