import DecoderProtocol
import Photos
import Testing

@testable import Media

/// A sample folder made by the real decoder and read by it again.
struct RealSampleTests {
    @Test func picturesSayWhatTheyWereMeantToSay() async throws {
        let tree = try FileTree()
        let pool = DecoderPool(executable: DecoderPool.standardExecutable, workers: 2)
        let report = try await SampleFolder(photos: 10, seed: 11).write(
            to: tree.root, by: pool)
        #expect(report.pictures == 10)
        let plan = SamplePlan(
            photos: 10, seed: 11, formats: Set(SamplePicture.Format.allCases))
        for file in plan.files {
            guard case .picture(let picture) = file.content else { continue }
            let path = tree.root.appending(file.path)
            let facts = try await pool.facts(of: path)
            let metadata = MetadataMapping.metadata(
                of: facts, fileName: path.name, fileModified: nil,
                today: CaptureTime(milliseconds: 1_900_000_000_000))
            #expect(metadata.size == picture.size)
            #expect(
                metadata.camera
                    == CameraName.name(
                        make: picture.exif.make, model: picture.exif.model))
            #expect(
                metadata.utcOffsetMinutes
                    == picture.exif.offsetTimeOriginal.flatMap {
                        UTCOffset.minutes(of: Array($0.utf8)[...])
                    })
            #expect((metadata.location == nil) == (picture.exif.location == nil))
            if let date = picture.exif.dateTimeOriginal {
                let expected = EXIFDate.reading(
                    of: Array(date.utf8)[...],
                    subSecond: picture.exif.subSecTimeOriginal.map { Array($0.utf8)[...] },
                    offset: nil)
                #expect(metadata.taken == expected?.time)
                #expect(metadata.dateSource == .exif)
            }
            let probe = try FileProbe(path)
            #expect(probe.verdict(FileNameKind(fileName: path.name)) == .media(facts.format))
        }
        await pool.shutDown()
    }
}
