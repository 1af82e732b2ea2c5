import Foundation
import Photos
import TestSupport
import Testing

@Suite struct CommandLineTests {
    let carousel = Program("carousel")

    @Test(arguments: [[], ["scan"], ["timeline"], ["problems"], ["sample"]])
    func everyCommandExplainsItself(command: [String]) throws {
        let outcome = try carousel.run(command + ["--help"])
        #expect(outcome.status == 0)
        #expect(outcome.text.contains("Usage: carousel"))
        #expect(outcome.errors.isEmpty)
    }

    @Test(arguments: [
        ["scna"], ["scan"], ["scan", "/", "--librar", "x"], ["sample", "/tmp/x", "--photos", "no"],
        ["timeline", "surplus"], ["sample", "/tmp/x", "--photos", "0"],
    ])
    func aWrongCommandLineEndsWithTwoAndSaysWhy(arguments: [String]) throws {
        let outcome = try carousel.run(arguments)
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("--help"))
    }

    @Test(arguments: ["timeline", "problems"])
    func aLibraryThatIsNotThereEndsWithThree(command: String) throws {
        let folder = try TemporaryFolder()
        let outcome = try carousel.run([command, "--library", folder.path + "/none"])
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("There is no library"))
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/none"))
    }

    @Test func aFolderThatIsNotThereIsNamed() throws {
        let folder = try TemporaryFolder()
        let outcome = try carousel.run(
            ["scan", folder.path + "/none", "--library", folder.path + "/library"])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains(folder.path + "/none"))
    }

    @Test func aLibraryDirectoryThatIsAFileEndsWithThree() throws {
        let folder = try TemporaryFolder()
        try folder.write([0], to: "library")
        let outcome = try carousel.run(["scan", folder.path, "--library", folder.path + "/library"])
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("cannot be written"))
    }

    @Test func aLibraryOfANewerVersionIsLeftAlone() throws {
        let folder = try TemporaryFolder()
        let library = folder.path + "/library"
        try folder.write([], to: "photos/.keep")
        #expect(
            try carousel.run(["scan", folder.path + "/photos", "--library", library]).status == 0)
        let database = library + "/library.db"
        try SQLiteFile(database).setUserVersion(999)
        let before = try Data(contentsOf: URL(fileURLWithPath: database))
        for command in [["scan", folder.path + "/photos"], ["timeline"]] {
            let outcome = try carousel.run(command + ["--library", library])
            #expect(outcome.status == 3)
            #expect(outcome.errors.contains("newer version"))
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: database)) == before)
    }

    @Test func aFileThatIsNoLibraryIsLeftAlone() throws {
        let folder = try TemporaryFolder()
        let text = Array("my diary, nothing of Carousel's".utf8)
        try folder.write(text, to: "library/library.db")
        let outcome = try carousel.run(["scan", folder.path, "--library", folder.path + "/library"])
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("library.db"))
        let kept = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/library/library.db"))
        #expect(Array(kept) == text)
    }

    @Test func theTimelineIsNewestFirstInStableJSON() throws {
        let folder = try TemporaryFolder()
        let library = folder.path + "/library"
        let photos = folder.path + "/photos"
        #expect(try carousel.run(["sample", photos, "--photos", "30", "--seed", "5"]).status == 0)
        let scan = try carousel.run(["scan", photos, "--library", library, "--json"])
        #expect(scan.status == 0, "\(scan.errors)")
        #expect(scan.lines.count == 1)
        let timeline = try carousel.run(["timeline", "--library", library, "--json"])
        let keys =
            #"{"luid":,"event":,"paths":[],"taken":,"utc_offset_minutes":,"date_source":,"#
            + #""width":,"height":,"kind":,"content_hash":,"latitude":,"longitude":,"camera":,"#
            + #""duration":,"animated":,"motion":,"parts":[]}"#
        for line in timeline.lines where !line.contains("path_bytes") {
            // Keys are added, and none is renamed.
            #expect(keyOrder(of: line).starts(with: keyOrder(of: keys)))
        }
        let lines = try TimelineLine.lines(of: timeline.lines)
        let dated = lines.compactMap(\.taken)
        #expect(dated == dated.sorted(by: >))
        #expect(lines.prefix(dated.count).allSatisfy { $0.taken != nil }, "undated come last")
        let events = lines.map(\.event)
        let runs = zip(events, events.dropFirst()).count { $0 != $1 } + 1
        #expect(Set(events).count == runs, "an event's photos stand together")
        let plain = try carousel.run(["timeline", "--library", library])
        #expect(plain.status == 0 && plain.lines.count > lines.count)
    }

    /// The keys of an object, as they come.
    private func keyOrder(of line: String) -> [String] {
        line.matches(of: /"([a-z_0-9]+)":/).map { String($0.1) }
    }

    @Test func theSameSeedGivesTheSameFolder() throws {
        let folder = try TemporaryFolder()
        for name in ["one", "two"] {
            let made = try carousel.run(["sample", folder.path + "/" + name, "--photos", "12"])
            #expect(made.status == 0, "\(made.errors)")
        }
        let manager = FileManager.default
        let names = try manager.subpathsOfDirectory(atPath: folder.path + "/one").sorted()
        #expect(try manager.subpathsOfDirectory(atPath: folder.path + "/two").sorted() == names)
        for name in names {
            #expect(
                manager.contentsEqual(
                    atPath: folder.path + "/one/" + name, andPath: folder.path + "/two/" + name))
        }
    }
}
