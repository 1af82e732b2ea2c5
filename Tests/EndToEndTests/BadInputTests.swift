import Foundation
import Glibc
import Photos
import TestSupport
import Testing

/// Files and folders as bad as real disks have them: each ends in `problems`
/// with its reason, and the scan goes on.
@Suite struct BadInputTests {
    let carousel = Program("carousel")

    /// Scans a folder with one good photo and whatever `spoil` puts beside
    /// it, and gives the timeline and the problems by file name.
    private func scan(
        _ spoil: (TemporaryFolder) throws -> Void, _ name: String = #function
    ) throws -> (shown: [String: TimelineLine], problems: [String: String]) {
        let folder = try TemporaryFolder(name)
        let photos = folder.path + "/photos"
        let library = ["--library", folder.path + "/library"]
        let good = try GoodPhoto.jpeg()
        try folder.write(good, to: "photos/good.jpg")
        try spoil(folder)
        let scan = try carousel.run(["scan", photos, "--json"] + library)
        #expect(scan.status == 0, "\(scan.errors)")
        let timeline = try TimelineLine.lines(
            of: carousel.run(["timeline", "--json"] + library).lines)
        let problems = try ProblemLine.lines(
            of: carousel.run(["problems", "--json"] + library).lines)
        let byName = { (path: String) in String(path.dropFirst(photos.count + 1)) }
        let shown = Dictionary(
            timeline.flatMap { line in line.paths.map { (byName($0), line) } }
        ) { a, _ in a }
        #expect(shown["good.jpg"] != nil, "the good photo is always shown")
        return (shown, Dictionary(problems.map { (byName($0.path), $0.reason) }) { a, _ in a })
    }

    @Test func aFileWithoutBytesIsEmpty() throws {
        let result = try scan { try $0.write([], to: "photos/none.jpg") }
        #expect(result.problems["none.jpg"] == "empty")
        #expect(result.shown["none.jpg"] == nil)
    }

    @Test func textUnderAPhotosNameIsNotAPhoto() throws {
        let result = try scan { folder in
            try folder.write(Array("hello".utf8), to: "photos/letter.jpg")
            try folder.write(Array("hello".utf8), to: "photos/letter.txt")
        }
        #expect(result.problems == ["letter.jpg": "not_a_photo"])
    }

    @Test func aWrongExtensionIsNoProblem() throws {
        let good = try GoodPhoto.jpeg()
        let result = try scan { folder in
            try folder.write(good + [1], to: "photos/a.png")
            try folder.write(good + [2], to: "photos/b")
        }
        #expect(result.problems.isEmpty)
        #expect(result.shown["a.png"] != nil && result.shown["b"] != nil)
    }

    @Test func aTruncatedPhotoIsShownAsFarAsItGoesAndListed() throws {
        let good = try GoodPhoto.jpeg()
        let result = try scan { try $0.write(good.prefix(good.count / 2), to: "photos/half.jpg") }
        #expect(result.problems["half.jpg"] == "truncated")
        #expect(result.shown["half.jpg"] != nil)
    }

    @Test func aPictureOfFourBillionPixelsIsTooLarge() throws {
        let result = try scan { try $0.write(PNGBomb.bytes(side: 65_536), to: "photos/bomb.png") }
        #expect(result.problems["bomb.png"] == "too_large")
    }

    @Test func randomBytesBehindAKnownBeginningDoNoHarm() throws {
        var random = SplitMix64(seed: 7)
        let result = try scan { folder in
            for (name, head) in RandomFiles.heads {
                let tail = (0..<4000).map { _ in UInt8.random(in: 0...255, using: &random) }
                try folder.write(head + tail, to: "photos/" + name)
            }
        }
        for (name, _) in RandomFiles.heads {
            #expect(result.problems[name] != nil, "\(name)")
        }
    }

    @Test func linksThatLoopOrLeadNowhereEnd() throws {
        let result = try scan { folder in
            let photos = folder.path + "/photos"
            let manager = FileManager.default
            try manager.createDirectory(atPath: photos + "/sub", withIntermediateDirectories: true)
            try manager.createSymbolicLink(
                atPath: photos + "/sub/up", withDestinationPath: photos)
            try manager.createSymbolicLink(
                atPath: photos + "/gone.jpg", withDestinationPath: photos + "/nothing")
        }
        #expect(result.shown.count == 1)
        #expect(result.problems["gone.jpg"] == "broken_link")
    }

    @Test func namesThatAreNotUTF8AreShownAndGivenExactly() throws {
        let folder = try TemporaryFolder()
        let good = try GoodPhoto.jpeg()
        let photos = folder.filePath.appending("photos")
        try FileManager.default.createDirectory(
            atPath: photos.display, withIntermediateDirectories: true)
        let path = photos.appending(Array("caf".utf8) + [0xE9] + Array(".jpg".utf8))
        let descriptor = open(
            path.bytes.map { CChar(bitPattern: $0) } + [0], O_CREAT | O_WRONLY, 0o600)
        try #require(descriptor >= 0)
        #expect(write(descriptor, good, good.count) == good.count)
        close(descriptor)
        let library = ["--library", folder.path + "/library"]
        #expect(try carousel.run(["scan", photos.display] + library).status == 0)
        let line = try #require(try carousel.run(["timeline", "--json"] + library).lines.first)
        #expect(line.contains("caf\u{FFFD}.jpg"))
        #expect(line.contains(Data(path.bytes).base64EncodedString()))
    }

    @Test(.enabled(if: getuid() != 0, "root may open every folder"))
    func aFolderThatMayNotBeOpenedIsListedAndTheRestIsScanned() throws {
        let result = try scan { folder in
            try folder.write([1], to: "photos/closed/a.jpg")
            chmod(folder.path + "/photos/closed", 0)
        }
        #expect(result.problems["closed"] == "denied")
    }

    @Test func aDecoderThatDoesNotStartIsNamed() throws {
        let folder = try TemporaryFolder()
        try folder.write(try GoodPhoto.jpeg(), to: "photos/good.jpg")
        let outcome = try carousel.run(
            ["scan", folder.path + "/photos", "--library", folder.path + "/library"],
            environment: ["CAROUSEL_DECODER": folder.path + "/none"])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("carousel-decoder"))
    }
}

/// Beginnings that make a sniffer believe a format, for bytes that are none.
enum RandomFiles {
    static let heads: [(name: String, head: [UInt8])] = [
        ("r.jpg", [0xFF, 0xD8, 0xFF, 0xE1]),
        ("r.png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
        ("r.gif", Array("GIF89a".utf8)),
        ("r.webp", Array("RIFF".utf8) + [0, 16, 0, 0] + Array("WEBPVP8 ".utf8)),
        ("r.tif", [0x49, 0x49, 0x2A, 0x00, 8, 0, 0, 0]),
        ("r.heic", [0, 0, 0, 24] + Array("ftypheic".utf8) + [0, 0, 0, 0]),
        ("r.mp4", [0, 0, 0, 24] + Array("ftypisom".utf8) + [0, 0, 0, 0]),
        ("r.mkv", [0x1A, 0x45, 0xDF, 0xA3]),
    ]
}
