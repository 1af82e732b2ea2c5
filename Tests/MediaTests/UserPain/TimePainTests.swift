import DecoderProtocol
import Photos
import Testing

@testable import Media

/// Public reports against other photo libraries about dates, each rebuilt and
/// shown not to happen here. Order is by local time, then by the number in
/// the name, then by LUID (the timeline's rule).
struct TimePainTests {
    @Test("immich-app/immich 3616: a Friday evening is on Friday for every viewer")
    func immich3616() throws {
        let metadata = facts("2023:08:11 18:09:00", [.exifOffsetTimeOriginal: "-04:00"]).metadata()
        let taken = try #require(metadata.taken)
        // In UTC it was 22:09, and Saturday already two hours east of that.
        #expect(taken.date.weekday == 4 && taken.date.day == 11)
        #expect(taken.hour == 18)
        #expect(metadata.utcOffsetMinutes == -240)
    }

    @Test("immich-app/immich 20839: the offset of the shot goes before that of an edit")
    func immich20839() {
        let metadata = facts(
            "2020:06:01 12:00:00",
            [.exifOffsetTime: "+01:00", .exifOffsetTimeOriginal: "+02:00"]
        ).metadata()
        #expect(metadata.utcOffsetMinutes == 120)
    }

    @Test(
        "immich-app/immich 28742: with only OffsetTime two cameras stay in the order of their clocks"
    )
    func immich28742() {
        let first = facts("2020:06:01 12:00:00", [.exifOffsetTime: "+02:00"]).metadata()
        let second = facts("2020:06:01 12:05:00").metadata()
        let third = facts("2020:06:01 12:10:00", [.exifOffsetTime: "+02:00"]).metadata()
        #expect(sorted([third, second, first]) == [first, second, third])
        #expect(first.utcOffsetMinutes == 120 && second.utcOffsetMinutes == nil)
    }

    @Test("bpatrik/pigallery2 1128: -5:00 is -05:00")
    func pigallery1128() {
        let short = facts("2020:06:01 12:00:00", [.exifOffsetTimeOriginal: "-5:00"]).metadata()
        let long = facts("2020:06:01 12:00:00", [.exifOffsetTimeOriginal: "-05:00"]).metadata()
        #expect(short == long)
        #expect(short.utcOffsetMinutes == -300)
    }

    @Test(
        "bpatrik/pigallery2 871: a phone with an offset and a camera without one keep their order")
    func pigallery871() {
        let phone = facts("2020:06:01 12:00:30", [.exifOffsetTimeOriginal: "+09:00"]).metadata()
        let camera = facts("2020:06:01 12:00:31").metadata()
        #expect(sorted([camera, phone]) == [phone, camera])
    }

    @Test("ente/ente 5147: a date with the offset in it is used")
    func ente5147() {
        let metadata = facts("2015:02:01 14:42:59+01:00").metadata()
        #expect(metadata.taken?.description == "2015-02-01T14:42:59.000")
        #expect(metadata.utcOffsetMinutes == 60)
        #expect(metadata.dateSource == .exif)
    }

    @Test("immich-app/immich 14949: a file that was touched keeps its capture date")
    func immich14949() {
        let touched = CaptureTime(year: 2024, month: 12, day: 1, hour: 9, minute: 0, second: 0)
        let withEXIF = facts("2014:04:09 12:34:56").metadata(name: "a.jpg", modified: touched)
        #expect(withEXIF.dateSource == .exif && withEXIF.taken?.date.year == 2014)
        let named = FileFacts(format: .jpeg)
            .metadata(name: "IMG_20140409_123456.jpg", modified: touched)
        #expect(named.dateSource == .filename && named.taken?.date.year == 2014)
        let neither = FileFacts(format: .jpeg).metadata(name: "a.jpg", modified: touched)
        #expect(neither.dateSource == .fileModified && neither.taken == touched)
    }

    @Test("immich-app/immich 3668: frames of one second are in the order of their sub-seconds")
    func immich3668() {
        let frames = ["00", "12", "3", "45", "99"].map {
            facts("2020:06:01 12:00:00", [.exifSubSecTimeOriginal: $0]).metadata()
        }
        #expect(sorted(frames.reversed()) == frames)
        #expect(Set(frames.map(\.taken)).count == frames.count)
    }

    @Test("pulsejet/memories 985: the order does not depend on how the files arrived")
    func memories985() {
        let frames = (0..<6).map { frame in
            facts("2020:06:01 12:00:00", [.exifSubSecTimeOriginal: "\(frame)"]).metadata()
        }
        let shuffled = [frames[3], frames[0], frames[5], frames[1], frames[4], frames[2]]
        #expect(sorted(shuffled) == frames)
    }

    @Test("immich-app/immich 14196: frames of one moment are in the order of their numbers")
    func immich14196() {
        let names = (8223...8235).map { "IMG_\($0).JPG" } + ["IMG_10000.JPG"]
        let keys = names.map { NameKey(fileName: Array($0.utf8)) }
        #expect(keys == keys.sorted())
        let times = Set(names.map { facts("2020:06:01 12:00:00").metadata(name: $0).taken })
        #expect(times.count == 1)
    }

    @Test("immich-app/immich 15749: absurd years are none, so they make no buckets")
    func immich15749() {
        let years = (1..<1826).map { year in
            facts(String(repeating: "0", count: 4 - "\(year)".count) + "\(year):06:01 12:00:00")
                .metadata().taken
        }
        #expect(years.allSatisfy { $0 == nil })
        #expect(facts("2090:01:01 00:00:00").metadata().taken == nil)
    }

    private func facts(
        _ original: String, _ more: [MetadataField: String] = [:]
    ) -> FileFacts {
        FileFacts(
            format: .jpeg, fields: more.merging([.exifDateTimeOriginal: original]) { $1 })
    }

    private func sorted(_ photos: [PhotoMetadata]) -> [PhotoMetadata] {
        photos.sorted { a, b in
            guard let first = a.taken, let second = b.taken else { return b.taken != nil }
            return first < second
        }
    }
}
