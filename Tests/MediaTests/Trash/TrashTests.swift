import Foundation
import Media
import Photos
import TestSupport
import Testing

@Suite struct TrashTests {
    private let folder: TemporaryFolder
    private let trash: Trash
    private let noon = CaptureTime(
        year: 2020, month: 2, day: 3, hour: 12, minute: 0, second: 5, millisecond: 7)!

    init() throws {
        folder = try TemporaryFolder()
        trash = Trash(home: folder.filePath.appending("data/Trash"), usesMounts: false)
    }

    private func file(_ name: String, _ bytes: [UInt8] = [1, 2, 3]) throws -> FilePath {
        FilePath(try folder.write(bytes, to: "photos/" + name))
    }

    private func delete(_ file: FilePath) throws -> TrashPlace {
        let stamp = try FileStamp(of: file)
        let place = try #require(try trash.reserve(file, deleted: noon))
        try trash.move(file, to: place, being: stamp)
        return place
    }

    private func exists(_ path: FilePath) -> Bool { (try? FileStamp(ofItself: path)) != nil }

    private func note(_ name: String) throws -> String {
        let path = folder.path + "/data/Trash/info/" + name + ".trashinfo"
        return String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    }

    @Test func aFileInTheTrashHasANoteAsTheSpecificationWantsIt() throws {
        let file = try file("März 50%.jpg")
        let place = try delete(file)
        #expect(!exists(file) && exists(place.file))
        #expect(place.file == folder.filePath.appending("data/Trash/files/März 50%.jpg"))
        #expect(
            try note("März 50%.jpg") == """
                [Trash Info]
                Path=\(folder.path)/photos/M%C3%A4rz%2050%25.jpg
                DeletionDate=2020-02-03T12:00:05

                """)
    }

    @Test func filesOfOneNameGetNamesOfTheirOwn() throws {
        let first = try delete(try file("a/x.jpg", [1]))
        let second = try delete(try file("b/x.jpg", [2]))
        #expect(first.file != second.file)
        #expect(second.file.display.hasSuffix("/files/x.2.jpg"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: first.file.display)) == Data([1]))
    }

    @Test func aRestoredFileIsWhereItWasWithItsBytesAndTime() throws {
        let file = try file("deep/er/x.jpg", [7, 8])
        let before = try FileStamp(of: file)
        let place = try delete(file)
        try FileManager.default.removeItem(atPath: folder.path + "/photos/deep")
        try trash.restore(place, to: file, below: folder.filePath.appending("photos"))
        #expect(try FileStamp(of: file).isSameFile(as: before))
        #expect(!exists(place.file))
        #expect(try !note("x.jpg").isEmpty, "until it is remembered that the file is back")
        trash.discard(place, of: file)
        #expect(throws: (any Error).self) { try note("x.jpg") }
    }

    @Test func whatLiesAtTheOldPlaceIsNotWrittenOver() throws {
        let file = try file("x.jpg", [1])
        let place = try delete(file)
        _ = try self.file("x.jpg", [9])
        #expect(throws: MediaError.trash(file, .occupied, code: EEXIST)) {
            try trash.restore(place, to: file, below: folder.filePath)
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: file.display)) == Data([9]))
        #expect(exists(place.file), "the other is still in the trash")
    }

    @Test func aFileThatIsNotInTheTrashAnyMoreIsSaidToBeGone() throws {
        let file = try file("x.jpg")
        let place = try delete(file)
        try FileManager.default.removeItem(atPath: place.file.display)
        #expect(throws: MediaError.trash(file, .emptied, code: nil)) {
            try trash.restore(place, to: file, below: folder.filePath)
        }
        try FileManager.default.removeItem(atPath: folder.path + "/data")
        #expect(throws: MediaError.trash(file, .noFolder, code: nil)) {
            try trash.restore(place, to: file, below: folder.filePath)
        }
    }

    @Test func aFileThatWasWrittenSinceIsNotMoved() throws {
        let file = try file("x.jpg", [1])
        let stamp = try FileStamp(of: file)
        let place = try #require(try trash.reserve(file, deleted: noon))
        _ = try self.file("x.jpg", [1, 2])
        #expect(throws: MediaError.trash(file, .changed, code: nil)) {
            try trash.move(file, to: place, being: stamp)
        }
        trash.discard(place, of: file)
        #expect(exists(file) && !exists(place.file))
        #expect(throws: (any Error).self, "the note went with the name") { try note("x.jpg") }
    }

    /// A folder moved into itself is refused as everything is where names
    /// cannot be taken in one step.
    @Test func whereNamesCannotBeTakenSafelyThereIsNoTrash() throws {
        let file = try file("album/files/x.jpg", [1]).folder!.folder!
        let place = try #require(TrashPlace(file: file.appending("files/album")))
        let stamp = try FileStamp(ofItself: file)
        #expect(throws: MediaError.trash(file, .noTrash, code: EINVAL)) {
            try trash.move(file, to: place, being: stamp)
        }
        #expect(exists(file.appending("files/x.jpg")) && !exists(place.file))
    }

    @Test func aFileInAFolderThatMayNotBeChangedStays() throws {
        let file = try file("locked/x.jpg")
        let stamp = try FileStamp(of: file)
        let place = try #require(try trash.reserve(file, deleted: noon))
        let locked = folder.path + "/photos/locked"
        chmod(locked, 0o555)
        defer { chmod(locked, 0o755) }
        let failure = PlainUser.run { () -> MediaError? in
            do throws(MediaError) {
                try trash.move(file, to: place, being: stamp)
                return nil
            } catch {
                return error
            }
        }
        #expect(failure == .trash(file, .denied, code: EACCES))
        #expect(exists(file))
    }

    @Test func withoutATrashTheFileStays() throws {
        let file = try file("x.jpg")
        try folder.write([], to: "data/Trash")
        #expect(throws: MediaError.trash(file, .noTrash, code: nil)) {
            try trash.reserve(file, deleted: noon)
        }
        #expect(exists(file))
    }

    /// One after the other: the drive has one trash, which each takes away
    /// with it.
    @Test func aFileOfAnotherDriveGoesToTheTrashOfThatDrive() throws {
        for behindALink in [false, true] { try moveToTheTrashOfADrive(behindALink) }
    }

    private func moveToTheTrashOfADrive(_ behindALink: Bool) throws {
        let drive = "/dev/shm"
        guard let other = try? FileIdentity(of: FilePath(drive)),
            try other.device != FileIdentity(of: folder.filePath).device
        else { return }
        let own = "\(drive)/.Trash-\(getuid())"
        let wasThere = FileManager.default.fileExists(atPath: own)
        let photos = "\(drive)/carousel-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: photos, withIntermediateDirectories: true)
        defer {
            try? FileManager.default.removeItem(atPath: photos)
            if !wasThere { try? FileManager.default.removeItem(atPath: own) }
        }
        let name = "\(UUID().uuidString).jpg"
        // By a link to the drive: what it is on counts, not where the link is.
        if behindALink { symlink(photos, folder.path + "/drive") }
        let file = FilePath(behindALink ? "\(folder.path)/drive/\(name)" : "\(photos)/\(name)")
        try Data([4]).write(to: URL(fileURLWithPath: file.display))
        let both = Trash(home: trash.home)
        let stamp = try FileStamp(of: file)
        #expect(throws: MediaError.trash(file, .noTrash, code: nil), "never a copy elsewhere") {
            try trash.reserve(file, deleted: noon)
        }
        let place = try #require(try both.reserve(file, deleted: noon))
        try both.move(file, to: place, being: stamp)
        #expect(place.file == FilePath("\(own)/files/\(name)"))
        let info = FilePath("\(own)/info/\(name).trashinfo")
        let note = try String(contentsOfFile: info.display, encoding: .utf8)
        #expect(note.contains("Path=\(photos.dropFirst(drive.count + 1))/\(name)\n"))
        try both.restore(place, to: file, below: FilePath(photos))
        both.discard(place, of: file)
        #expect(exists(file) && !exists(place.file) && !exists(info))
    }

    @Test func onlyWhatIsNotThereIsAbsent() throws {
        let file = try file("locked/x.jpg")
        let locked = folder.path + "/photos/locked"
        // Nothing to be looked at within it, not even the file.
        chmod(locked, 0o600)
        defer { chmod(locked, 0o755) }
        let stamp = FileStamp(
            identity: FileIdentity(device: 1, inode: 1), size: 3, modifiedNanoseconds: 1,
            statusChangedNanoseconds: 1)
        let place = try #require(TrashPlace(file: folder.filePath.appending("trash/files/x.jpg")))
        let failures = PlainUser.run { () -> [MediaError?] in
            [
                failure { () throws(MediaError) in
                    try trash.move(file, to: place, being: stamp)
                },
                failure { () throws(MediaError) in
                    _ = try trash.reserve(file.appending("y.jpg"), deleted: noon)
                },
            ]
        }
        #expect(failures.first == .trash(file, .denied, code: nil))
        #expect(failures.last == .trash(file.appending("y.jpg"), .denied, code: nil))
        let gone = folder.filePath.appending("gone/x.jpg")
        #expect(
            failure { () throws(MediaError) in _ = try trash.reserve(gone, deleted: noon) }
                == .trash(gone, .absent, code: nil))
    }

    private func failure(_ body: () throws(MediaError) -> Void) -> MediaError? {
        do throws(MediaError) {
            try body()
            return nil
        } catch {
            return error
        }
    }

    @Test func aLinkGoesAndWhatItLeadsToStays() throws {
        let target = try file("elsewhere/x.jpg")
        let photos = folder.path + "/photos"
        for (name, destination) in [("near.jpg", "elsewhere/x.jpg"), ("far.jpg", target.display)] {
            let link = FilePath("\(photos)/\(name)")
            symlink(destination, link.display)
            let stamp = try FileStamp(of: link)
            let place = try delete(link)
            #expect(!exists(link) && exists(place.file) && exists(target))
            try trash.restore(place, to: link, below: FilePath(photos))
            #expect(try FileStamp(of: link) == stamp)
            // Its file may have gone before it.
            let aside = FilePath("\(photos)/aside")
            rename(target.display, aside.display)
            let again = try #require(try trash.reserve(link, deleted: noon))
            try trash.move(link, to: again, being: stamp)
            #expect(!exists(link) && exists(again.file))
            rename(aside.display, target.display)
        }
    }

    @Test(arguments: [false, true]) func bytesSavedInTheMomentOfTheMoveComeBackOrAreTold(
        isPlaceTaken: Bool
    ) throws {
        let file = try file("x.jpg", [1])
        let folder = folder
        let trash = Trash(home: trash.home, usesMounts: false) { from, to in
            if from == file {
                // An editor saves by a rename, just now and once more.
                FileTree.write([2, 2], to: folder.filePath.appending("saving"))
                rename(folder.path + "/saving", file.display)
                let code = Trash.renameOnDisk(from, to)
                if isPlaceTaken { FileTree.write([3, 3, 3], to: file) }
                return code
            }
            return Trash.renameOnDisk(from, to)
        }
        let stamp = try FileStamp(of: file)
        let place = try #require(try trash.reserve(file, deleted: noon))
        let problem: TrashProblem = isPlaceTaken ? .caught : .changed
        #expect(throws: MediaError.trash(file, problem, code: nil)) {
            try trash.move(file, to: place, being: stamp)
        }
        trash.discard(place, of: file)
        let read = { (path: FilePath) in try Data(contentsOf: URL(fileURLWithPath: path.display)) }
        if isPlaceTaken {
            #expect(try read(place.file) == Data([2, 2]) && read(file) == Data([3, 3, 3]))
            #expect(try !note("x.jpg").isEmpty, "a file manager can bring it back")
        } else {
            #expect(try read(file) == Data([2, 2]) && !exists(place.file))
        }
    }

    @Test func namesThatAreNotUTF8AndVeryLongNamesGoThere() throws {
        let odd = folder.filePath.appending([0x78, 0xFF, 0x2E, 0x6A])
        let long = folder.filePath.appending(String(repeating: "x", count: 250) + ".jpg")
        for path in [odd, long] {
            FileTree.write([1], to: path)
            let place = try delete(path)
            #expect(exists(place.file) && !exists(path))
            try trash.restore(place, to: path, below: folder.filePath)
            #expect(exists(path))
        }
    }

    /// Whoever wrote it was stopped: nothing else will ever remove it.
    @Test func theNoteOfANameThatIsGivenBackGoesHoweverMuchOfItIsWritten() throws {
        let file = try file("März.jpg")
        let other = try self.file("Mai.jpg")
        let place = try #require(try trash.reserve(file, deleted: noon))
        let path = folder.path + "/data/Trash/info/März.jpg.trashinfo"
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        let end = try #require(whole.range(of: Data("/M%C3".utf8))?.upperBound)
        for length in 0...whole.count {
            try whole.prefix(length).write(to: URL(fileURLWithPath: path))
            if length >= end {
                trash.discard(place, of: other)
                #expect(exists(FilePath(path)), "\(length) bytes are of another's note")
            }
            trash.discard(place, of: file)
            #expect(!exists(FilePath(path)), "\(length) bytes")
        }
        try Data("[Desktop Entry]".utf8).write(to: URL(fileURLWithPath: path))
        trash.discard(place, of: file)
        #expect(exists(FilePath(path)), "what is no note is not ours")
    }
}
