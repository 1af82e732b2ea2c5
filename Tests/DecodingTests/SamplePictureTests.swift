import DecoderProtocol
import Foundation
import Photos
import TestSupport
import Testing

@Suite struct SamplePictureTests {
    private let exif = SampleEXIF(
        dateTimeOriginal: "2014:04:09 12:34:56", subSecTimeOriginal: "780",
        offsetTimeOriginal: "+02:00", location: Coordinate(latitude: -33.92, longitude: 18.42),
        make: "Kamera", model: "Modèle 1")

    private func sample(
        _ format: SamplePicture.Format, seed: UInt64 = 1, label: String = "12"
    ) -> SamplePicture {
        SamplePicture(
            format: format, size: PixelSize(width: 160, height: 120), seed: seed, label: label,
            exif: exif)
    }

    @Test(arguments: SamplePicture.Format.allCases)
    func everyFormatSaysOfItselfWhatItWasTold(format: SamplePicture.Format) async throws {
        let folder = try TemporaryFolder("sample")
        let bytes: [UInt8]
        do {
            bytes = try await SharedDecoder.only.sample(sample(format))
        } catch let failure as DecodingFailure where format == .heic || format == .avif {
            // Not all machines can write them; then that is what is said.
            #expect(failure.reason == .unsupported)
            return
        }
        let facts = try await SharedDecoder.only.facts(folder.write(bytes, to: "a"))
        let formats: [SamplePicture.Format: FileFormat] = [
            .jpeg: .jpeg, .png: .png, .webp: .webp, .heic: .heif, .avif: .avif,
        ]
        #expect(facts.format == formats[format])
        #expect(facts.size == PixelSize(width: 160, height: 120))
        #expect(facts.fields[.exifDateTimeOriginal] == "2014:04:09 12:34:56")
        #expect(facts.fields[.exifSubSecTimeOriginal] == "780")
        #expect(facts.fields[.exifOffsetTimeOriginal] == "+02:00")
        #expect(facts.fields[.make] == "Kamera")
        #expect(facts.fields[.model] == "Modèle 1")
        #expect(abs((facts.location?.latitude ?? 0) + 33.92) < 1e-6)
        #expect(abs((facts.location?.longitude ?? 0) - 18.42) < 1e-6)
    }

    @Test func theSameValueGivesTheSameBytesAndOthersGiveOthers() async throws {
        let first = try await SharedDecoder.only.sample(sample(.jpeg))
        #expect(try await SharedDecoder.only.sample(sample(.jpeg)) == first)
        var seen: Set<[UInt8]> = [first]
        for seed in 2..<40 as Range<UInt64> {
            seen.insert(try await SharedDecoder.only.sample(sample(.jpeg, seed: seed)))
        }
        seen.insert(try await SharedDecoder.only.sample(sample(.jpeg, label: "13")))
        #expect(seen.count == 40)
    }

    @Test func anySizeAndLabelCanBePainted() async throws {
        var random = SplitMix64(seed: 4)
        for _ in 0..<60 {
            let sample = SamplePicture(
                format: .jpeg,
                size: PixelSize(
                    width: Int.random(in: 0...300, using: &random),
                    height: Int.random(in: 0...300, using: &random)),
                seed: random.next(),
                label: ["", "Ü#é 1234567890 long label", "9"].randomElement(
                    using: &random) ?? "")
            let pixels = try await SharedDecoder.only.pixels(SharedDecoder.only.sample(sample))
            #expect((pixels.width, pixels.height) == (sample.size.width, sample.size.height))
        }
    }

    @Test func nothingIsSaidWhereNothingWasTold() async throws {
        let folder = try TemporaryFolder("sample")
        let sample = SamplePicture(
            format: .jpeg, size: PixelSize(width: 64, height: 64), seed: 1)
        let facts = try await SharedDecoder.only.facts(
            folder.write(SharedDecoder.only.sample(sample), to: "a"))
        #expect(facts.fields == [:])
        #expect(facts.location == nil)
    }
}
