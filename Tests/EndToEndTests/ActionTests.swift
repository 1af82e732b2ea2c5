import Foundation
import TestSupport
import Testing

/// Hiding, deleting and folders by the command line, as real processes.
@Suite struct ActionTests {
    let carousel = Program("carousel")
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder("actions")
    }

    private var photos: String { folder.path + "/photos" }

    @discardableResult
    private func run(_ arguments: String..., status: Int32 = 0) throws -> [String] {
        let outcome = try carousel.run(
            arguments + ["--library", folder.path + "/library"],
            environment: ["XDG_DATA_HOME": folder.path + "/data"])
        #expect(outcome.status == status, "\(arguments): \(outcome.errors)")
        return outcome.lines
    }

    private func values(_ lines: [String]) throws -> [[String: Any]] {
        try lines.map {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:]
        }
    }

    private func luids(_ flags: String...) throws -> [Int] {
        let lines = try carousel.run(
            ["timeline", "--json", "--library", folder.path + "/library"] + flags
        ).lines
        return try values(lines).compactMap { $0["luid"] as? Int }
    }

    private func files(_ path: String) -> Int {
        let all = FileManager.default.subpaths(atPath: path) ?? []
        return all.count { name in
            var isFolder: ObjCBool = false
            let there = FileManager.default.fileExists(
                atPath: path + "/" + name, isDirectory: &isFolder)
            return there && !isFolder.boolValue
        }
    }

    private func fill(_ count: Int) throws {
        #expect(
            try carousel.run(["sample", photos, "--photos", "\(count)", "--seed", "4"]).status
                == 0)
        try run("scan", photos, "--no-thumbnails")
    }

    @Test func photosAreHiddenMarkedDeletedAndBroughtBack() throws {
        try fill(9)
        let all = try luids()
        let (a, b) = (String(all[0]), String(all[1]))
        try run("hide", a, b)
        #expect(try luids() == Array(all.dropFirst(2)))
        #expect(try luids("--hidden") == [all[0], all[1]])
        try run("unhide", a, b)
        #expect(try luids() == all)
        try run("favourite", a)
        let marked = try values(try run("timeline", "--json"))
        #expect(marked.first?["favourite"] as? Bool == true)
        #expect(marked.last?["favourite"] as? Bool == false)
        try run("favourite", "--off", a)
        let before = files(photos)
        let deleted = try values(try run("delete", a, b, "--json"))
        #expect(deleted.first?["photos"] as? [Int] == [all[0], all[1]])
        #expect(try luids() == Array(all.dropFirst(2)))
        #expect(Set(try luids("--deleted")) == [all[0], all[1]])
        let inTrash = files(folder.path + "/data/Trash/files")
        #expect(inTrash >= 2 && files(photos) == before - inTrash)
        #expect(files(folder.path + "/data/Trash/info") == inTrash)
        try run("restore", a, b)
        #expect(try luids() == all && files(photos) == before)
        #expect(try luids("--deleted").isEmpty)
    }

    @Test func whatCannotBeDoneIsSaidAndChangesNothing() throws {
        try fill(3)
        let all = try luids()
        let outcome = try carousel.run(
            ["delete", "\(all[0])", "4711", "--library", folder.path + "/library"])
        #expect(outcome.status == 1 && outcome.errors.contains("no photo 4711"))
        #expect(try luids() == all)
        #expect(try carousel.run(["hide", "zero"]).status == 2)
        let none = try carousel.run(["hide", "1", "--library", folder.path + "/none"])
        #expect(none.status == 3)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/none"))
        let path = try #require(
            (try values(try run("timeline", "--json")).first?["paths"] as? [String])?.first)
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: path))
        let line = try values(try run("delete", "\(all[0])", "--json", status: 1))
        let failed = try #require(line.first?["failed"] as? [[String: Any]])
        #expect(failed.first?["reason"] as? String == "changed")
        #expect(try luids() == all)
    }

    @Test func foldersAreListedChangedAndTakenOut() throws {
        try fill(6)
        let all = try luids()
        #expect(
            try values(try run("folders", "list", "--json")).first?["path"] as? String == photos)
        try run("hide", "\(all[0])")
        try run("folders", "set", photos, "--exclude", "*.JPG", "--exclude", "*.jpg")
        try run("scan", photos, "--no-thumbnails")
        let listed = try values(try run("folders", "list", "--json")).first
        #expect(listed?["excludes"] as? [String] == ["*.JPG", "*.jpg"])
        #expect(try luids().count < all.count)
        try run("folders", "remove", photos)
        #expect(try luids().isEmpty && luids("--hidden").isEmpty)
        #expect(files(photos) > 0)
        try run("folders", "add", photos)
        try run("scan", photos, "--no-thumbnails")
        #expect(try luids("--hidden") == [all[0]], "found again by content")
        #expect(try luids() == Array(all.dropFirst()))
        try run("folders", "remove", folder.path + "/other", status: 1)
    }

    @Test func whereverAProcessIsKilledNoFileIsLost() throws {
        try fill(60)
        let all = try luids()
        let before = files(photos)
        let trash = folder.path + "/data/Trash/files"
        for round in 0..<12 {
            let process = try carousel.start(
                [round.isMultiple(of: 2) ? "delete" : "restore"] + all.map(String.init)
                    + ["--library", folder.path + "/library"],
                environment: ["XDG_DATA_HOME": folder.path + "/data"])
            // Killed with so many files in the trash, or when it has ended.
            let moved = round * before / 12
            let isDelete = round.isMultiple(of: 2)
            while process.isRunning {
                let inTrash = files(trash)
                if isDelete ? inTrash > moved : inTrash < before - moved { break }
            }
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            #expect(files(photos) + files(trash) == before, "round \(round)")
        }
        for luid in all { try run("restore", "\(luid)") }
        #expect(files(photos) == before && files(trash) == 0)
        // Nor does a note stay of a file that came back or was about to go.
        #expect(files(folder.path + "/data/Trash/info") == 0)
        try run("scan", photos, "--no-thumbnails")
        #expect(try luids() == all)
    }
}
