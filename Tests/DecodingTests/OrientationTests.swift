import DecoderProtocol
import Foundation
import Photos
import TestSupport
import Testing

@Suite struct OrientationTests {
    /// Files of the corpus whose orientation stands in EXIF, or in TIFF's own
    /// tag; the AVIF among them is turned by a box of its own.
    private static let turned = Corpus.files.filter {
        $0.path.hasPrefix("orientation/") && $0["format"] != "AVIF"
    }

    @Test(.enabled(if: Corpus.isThere), arguments: turned)
    func aRealFileIsTurnedByTheDefinitionOfItsOrientation(file: Corpus.File) async throws {
        let path = (Corpus.folder ?? "") + "/" + file.path
        let orientation = try #require(file["orientation"].flatMap { Int($0) })
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        let stored = try await SharedDecoder.only.pixels(bytes)
        let shown = try await SharedDecoder.only.pixels(
            SharedDecoder.only.picture(path, maxSide: 4096))
        let right = shown.difference(from: stored, turned: orientation)
        #expect(right < 5)
        // The picture with no symmetry but this one shows that it matters.
        if file.path != "orientation/exif_imagemagick_orientation.png" {
            for wrong in 1...8 where wrong != orientation {
                #expect(shown.difference(from: stored, turned: wrong) > 2 * right + 3)
            }
        }
    }

    @Test(.enabled(if: Corpus.isThere)) func anAVIFIsTurnedByItsBoxAndNotOnceMore() async throws {
        let path = (Corpus.folder ?? "") + "/orientation/avif-orientation-6.avif"
        let shown = try await SharedDecoder.only.pixels(
            SharedDecoder.only.picture(path, maxSide: 400))
        #expect((shown.width, shown.height) == (300, 400))
    }

    @Test(arguments: [SamplePicture.Format.jpeg, .png, .webp], 1...8)
    func aPictureStoredInAnyOrientationIsSeenUpright(
        format: SamplePicture.Format, orientation: Int
    ) async throws {
        let folder = try TemporaryFolder("orientation")
        func sample(_ orientation: Int) -> SamplePicture {
            SamplePicture(
                format: format, size: PixelSize(width: 320, height: 200), seed: 21, label: "ABC",
                exif: SampleEXIF(orientation: orientation))
        }
        let upright = try await SharedDecoder.only.pixels(
            SharedDecoder.only.sample(sample(1)))
        let bytes = try await SharedDecoder.only.sample(sample(orientation))
        let path = try folder.write(bytes, to: "a")
        #expect(try await SharedDecoder.only.facts(path).size == PixelSize(width: 320, height: 200))
        let stored = try await SharedDecoder.only.pixels(bytes)
        #expect((stored.width > stored.height) == (orientation < 5))
        #expect(upright.difference(from: stored, turned: orientation) < 4)
        let shown = try await SharedDecoder.only.pixels(
            SharedDecoder.only.picture(path, maxSide: 4096))
        #expect(shown.difference(from: upright) < 3)
        let thumbnail = try await SharedDecoder.only.pixels(
            SharedDecoder.only.thumbnails(path).s256)
        let uprightThumbnail = try await SharedDecoder.only.pixels(
            SharedDecoder.only.thumbnails(
                folder.write(SharedDecoder.only.sample(sample(1)), to: "b")
            ).s256)
        #expect(thumbnail.difference(from: uprightThumbnail) < 5)
    }
}
