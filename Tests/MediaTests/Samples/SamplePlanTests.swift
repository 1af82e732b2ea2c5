import DecoderProtocol
import Photos
import Testing

@testable import Media

struct SamplePlanTests {
    @Test func theSameNumberAndSeedGiveTheSamePlan() {
        #expect(plan(300, seed: 1).files == plan(300, seed: 1).files)
        #expect(plan(300, seed: 1).files != plan(300, seed: 2).files)
    }

    @Test(arguments: [0, 1, 2, 9, 10, 50, 1000])
    func thereAreExactlyAsManyPicturesAsAskedFor(photos: Int) {
        #expect(plan(photos).pictures.count == photos)
    }

    @Test func allPathsDifferAlsoWithoutCase() {
        let paths = plan(3000).files.map { $0.path.map(\.asciiLowercased) }
        #expect(Set(paths).count == paths.count)
        for path in paths {
            #expect(path.split(separator: UInt8(ascii: "/")).allSatisfy { $0.count <= 255 })
            #expect(!path.contains(0) && path.first != UInt8(ascii: "/"))
        }
    }

    @Test func fiftyPicturesHoldEverythingAFolderMayHold() {
        let files = plan(60).files
        let pictures = plan(60).pictures
        #expect(Set(pictures.map(\.format)) == Set(SamplePicture.Format.allCases))
        #expect(Set(pictures.map(\.exif.orientation)) == Set(1...8))
        #expect(pictures.contains { $0.exif.location != nil })
        #expect(pictures.contains { $0.exif.offsetTimeOriginal != nil })
        #expect(pictures.contains { $0.exif.subSecTimeOriginal != nil })
        #expect(pictures.contains { $0.exif.dateTimeOriginal == nil })
        #expect(files.contains { if case .copy = $0.content { true } else { false } })
        #expect(files.contains { if case .cutPicture = $0.content { true } else { false } })
        #expect(files.contains { if case .video = $0.content { true } else { false } })
        #expect(files.contains { $0.content == .bytes([]) })
        #expect(files.contains { String(validating: $0.path, as: UTF8.self) == nil })
        #expect(files.contains { $0.path.count > 200 })
    }

    @Test func picturesCanBeToldApartBySeedAndLabel() {
        let pictures = plan(2000).pictures
        #expect(Set(pictures.map(\.seed)).count == pictures.count)
        #expect(Set(pictures.map(\.label)).count == pictures.count)
    }

    @Test func datesLieInTenYearsAndReadAsTheyWereMeant() throws {
        let today = CaptureTime(milliseconds: 1_900_000_000_000)
        for file in plan(500).files {
            guard case .picture(let picture) = file.content else { continue }
            let name = file.path.split(separator: UInt8(ascii: "/")).last ?? []
            let metadata = MetadataMapping.metadata(
                of: FileFacts(format: .jpeg, picture.exif), fileName: name,
                fileModified: CaptureTime(milliseconds: file.modified * 1000), today: today)
            let taken = try #require(metadata.taken)
            #expect((2014...2025).contains(taken.date.year))
            if picture.exif.dateTimeOriginal != nil {
                #expect(metadata.dateSource == .exif)
                let offset = Int64(metadata.utcOffsetMinutes ?? 0) * 60
                if metadata.utcOffsetMinutes != nil {
                    #expect(taken.milliseconds / 1000 - offset == file.modified)
                }
            }
        }
    }

    @Test func mostPicturesComeInEventsAndSomeInBursts() {
        let times = plan(2000).files.compactMap { file -> Int64? in
            if case .picture = file.content { file.modified } else { nil }
        }.sorted()
        let pauses = zip(times.dropFirst(), times).map { $0 - $1 }
        #expect(pauses.filter { $0 <= 1 }.count > 200)
        let events = pauses.filter { $0 > 6 * 3600 }.count
        #expect((30...600).contains(events))
    }

    @Test func formatsThatCannotBeWrittenBecomeJPEGs() {
        let plan = SamplePlan(photos: 300, seed: 7, formats: [.jpeg, .png, .webp])
        #expect(Set(plan.pictures.map(\.format)) == [.jpeg, .png, .webp])
        #expect(!plan.files.contains { $0.path.suffix(5).elementsEqual(".heic".utf8) })
    }

    private func plan(_ photos: Int, seed: UInt64 = 7) -> SamplePlan {
        SamplePlan(photos: photos, seed: seed, formats: Set(SamplePicture.Format.allCases))
    }
}

extension SamplePlan {
    fileprivate var pictures: [SamplePicture] {
        files.compactMap { file in
            switch file.content {
            case .picture(let picture), .cutPicture(let picture, _): picture
            case .video, .copy, .bytes: nil
            }
        }
    }
}

extension FileFacts {
    fileprivate init(format: FileFormat, _ exif: SampleEXIF) {
        self.init(format: format, location: exif.location)
        fields[.exifDateTimeOriginal] = exif.dateTimeOriginal
        fields[.exifSubSecTimeOriginal] = exif.subSecTimeOriginal
        fields[.exifOffsetTimeOriginal] = exif.offsetTimeOriginal
    }
}
