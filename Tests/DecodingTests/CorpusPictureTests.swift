import DecoderProtocol
import Foundation
import Photos
import TestSupport
import Testing

@Suite(.enabled(if: Corpus.isThere)) struct CorpusPictureTests {
    private func path(_ file: Corpus.File) -> String {
        (Corpus.folder ?? "") + "/" + file.path
    }

    private static let readable = Corpus.files.filter {
        $0["expected"] == "readable" && !$0.path.hasPrefix("hostile/")
    }

    @Test(arguments: readable)
    func aReadableFileHasBothThumbnails(file: Corpus.File) async throws {
        let made = try await SharedDecoder.only.thumbnails(path(file))
        let large = try await SharedDecoder.only.pixels(made.s256)
        let small = try await SharedDecoder.only.pixels(made.s75)
        #expect((large.width, large.height) == (256, 256))
        #expect((small.width, small.height) == (75, 75))
        #expect((5...ThumbHash.capacity).contains(made.thumbHash.count))
        // The one that is damaged, and shown as far as it goes.
        #expect((made.damage != nil) == (file.path == "jpeg-odd-coding/corrupted.jpg"))
    }

    /// A picture for the viewer has the shape that the facts tell.
    @Test(arguments: readable)
    func aReadableFileCanBeShownLarge(file: Corpus.File) async throws {
        // An empty picture has no shape to compare.
        let facts = try await SharedDecoder.only.facts(path(file))
        let size = try #require(facts.size)
        let shown = try await SharedDecoder.only.pixels(
            SharedDecoder.only.picture(path(file), maxSide: 512))
        #expect(max(shown.width, shown.height) <= 512)
        guard facts.format != .raw else { return }
        let scale = min(1, 512 / Double(max(size.width, size.height)))
        #expect(abs(Double(shown.width) - Double(size.width) * scale) <= 1)
        #expect(abs(Double(shown.height) - Double(size.height) * scale) <= 1)
    }

    @Test(
        arguments: Corpus.files.filter {
            $0["expected"] == "over-limit" && !$0.path.hasPrefix("hostile/")
        })
    func whatIsTooLargeIsRefusedByItsHeader(file: Corpus.File) async throws {
        let start = ContinuousClock.now
        let failure = await #expect(throws: DecodingFailure.self) {
            try await SharedDecoder.only.thumbnails(path(file))
        }
        #expect(failure?.reason == .tooLarge)
        #expect(start.duration(to: .now) < .seconds(10))
    }

    @Test(arguments: ["jpeg-odd-coding/truncated.jpg", "png/truncated.png"])
    func aTruncatedPictureIsShownAsFarAsItGoesAndSaidToBe(name: String) async throws {
        let made = try await SharedDecoder.only.thumbnails((Corpus.folder ?? "") + "/" + name)
        #expect(made.damage?.reason == .truncated)
        #expect(try await SharedDecoder.only.pixels(made.s256).width == 256)
    }
}
