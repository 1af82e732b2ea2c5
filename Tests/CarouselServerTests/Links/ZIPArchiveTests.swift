import Foundation
import TestSupport
import Testing

@testable import CarouselServer

/// Archives that are made while they are sent.
@Suite struct ZIPArchiveTests {
    private let time = DOSTime(year: 2014, month: 4, day: 9, hour: 12, minute: 34, second: 56)

    private func archive(_ files: [(String, [UInt8])]) -> [UInt8] {
        var archive = ZIPArchive(
            files.map { ZIPArchive.Member(name: $0.0, size: Int64($0.1.count), modified: time) })
        let length = archive.length
        var bytes: [UInt8] = []
        for (index, file) in files.enumerated() {
            bytes += archive.header(of: index) + file.1
            var checksum = CRC32()
            // In pieces of any size it is the same.
            for start in stride(from: 0, to: file.1.count, by: 7) {
                checksum.update(Array(file.1[start..<min(start + 7, file.1.count)]))
            }
            bytes += archive.descriptor(of: index, checksum: checksum.value)
        }
        bytes += archive.directory()
        #expect(Int64(bytes.count) == length)
        return bytes
    }

    /// What another program finds in an archive: names, dates and contents.
    private func unpacked(_ bytes: [UInt8]) async throws -> [String: String] {
        let folder = try TemporaryFolder("zip")
        let path = try folder.write(bytes, to: "a.zip")
        let script = """
            import json, sys, zipfile
            with zipfile.ZipFile(sys.argv[1]) as z:
                assert z.testzip() is None
                print(json.dumps({i.filename: "%d-%d-%d %s" % (i.date_time[0], i.date_time[1],
                    i.date_time[2], z.read(i).hex()) for i in z.infolist()}))
            """
        let python = try #require(Program(installed: "python3"))
        let output = try await withTaskExecutorPreference(ServerFixture.threads) {
            try python.run(["-c", script, path]).text
        }
        return try #require(
            JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: String])
    }

    @Test func otherProgramsReadIt() async throws {
        let long = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let found = try await unpacked(
            archive([("a.jpg", [1, 2, 3]), ("ü 😀.jpg", long), ("empty.mov", []), ("A.JPG", [9])]))
        let hex = long.map { String(format: "%02x", $0) }.joined()
        #expect(
            found == [
                "a.jpg": "2014-4-9 010203", "ü 😀.jpg": "2014-4-9 " + hex,
                "empty.mov": "2014-4-9 ", "A (2).JPG": "2014-4-9 09",
            ])
    }

    @Test func anArchiveOfNothingIsOne() async throws {
        #expect(try await unpacked(archive([])).isEmpty)
    }

    @Test func aFileBeyondFourGigabytesHasItsLengthInLongNumbers() {
        let size: Int64 = 5 << 30
        var archive = ZIPArchive([
            ZIPArchive.Member(name: "a", size: size, modified: time),
            ZIPArchive.Member(name: "b", size: 1, modified: time),
        ])
        let length = archive.length
        var frame = 0
        for index in 0..<2 {
            frame += archive.header(of: index).count
            frame += archive.descriptor(of: index, checksum: 0).count
        }
        let directory = archive.directory()
        #expect(Int64(frame + directory.count) + size + 1 == length)
        // The end of the directory of the long form, and its place.
        let text = directory.map { String(format: "%02x", $0) }.joined()
        #expect(text.contains("504b0606") && text.contains("504b0607"))
        #expect(text.contains("0000004001000000"))
    }

    @Test func theChecksumIsThatOfTheStandard() {
        var checksum = CRC32()
        checksum.update(Array("123456789".utf8))
        #expect(checksum.value == 0xCBF4_3926)
    }
}
