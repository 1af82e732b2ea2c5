import Photos
@testable import Store
import TestSupport
import Testing

struct KnownFilesTests {
    private func known(_ library: TestLibrary) throws -> KnownFiles {
        let root = library.root
        return try library.store.read { transaction throws(StoreError) in
            try transaction.knownFiles(of: root)
        }
    }

    @Test func walkTellsNewUnchangedChangedReturnedAndUnseen() throws {
        let library = try TestLibrary()
        let ids = try ["same", "changed", "back", "gone", "lost"].map { try library.add($0) }
        try library.write { transaction throws(StoreError) in
            try transaction.setMissing(true, [ids[2], ids[4]])
        }
        var known = try known(library)
        let path = { FilePath("/photos/" + $0) }
        #expect(known.see(path("same"), .of(1)) == .unchanged(ids[0]))
        #expect(known.see(path("changed"), .of(1, modified: 11)) == .changed(ids[1]))
        #expect(known.see(path("back"), .of(1)) == .returned(ids[2]))
        #expect(known.see(path("new"), .of(1)) == .new)
        #expect(
            known.unseenFiles(on: [1]).gone == [ids[3], ids[4]],
            "what was missing is gone when its drive is there and it is not")
    }

    @Test func filesOfADriveOfWhichNothingIsSeenAreUnmountedAndNotGone() throws {
        let library = try TestLibrary()
        let root = library.root
        let ids = try library.write { transaction throws(StoreError) in
            var ids: [FileID] = []
            for (name, device) in [("a", 1), ("b", 1), ("disk/c", 7), ("disk/d", 7)] {
                ids.append(
                    try transaction.addFile(
                        NewFile(
                            root: root, path: FilePath("/photos/" + name),
                            stamp: .of(1, device: UInt64(device)), metadata: .taken(nil))))
            }
            return ids
        }
        var walk = try known(library)
        _ = walk.see(FilePath("/photos/a"), .of(1))
        #expect(walk.unseenFiles(on: [1]).gone == [ids[1]])
        #expect(walk.unseenFiles(on: [1]).unmounted == [ids[2], ids[3]])
        #expect(walk.unseenFiles(on: [1, 7]).gone == [ids[1], ids[2], ids[3]])
        // Drives were numbered anew; one file shows that the second is there.
        var later = try known(library)
        _ = later.see(FilePath("/photos/a"), .of(1, device: 20))
        _ = later.see(FilePath("/photos/disk/c"), .of(1, device: 21))
        #expect(later.unseenFiles(on: [20, 21]).gone == [ids[1], ids[3]])
        #expect(later.unseenFiles(on: [20, 21]).unmounted.isEmpty)
    }

    @Test func aFileUnderAnotherNumberIsTheSameWhereNumbersAreMadeUp() throws {
        let library = try TestLibrary()
        let ids = try ["a", "b"].map { try library.add($0) }
        let (a, b) = (FilePath("/photos/a"), FilePath("/photos/b"))
        var known = try known(library)
        #expect(known.see(a, .of(1, inode: 77)) == .changed(ids[0]))
        #expect(known.see(a, .of(1, inode: 77), isNumberMadeUp: true) == .renumbered(ids[0]))
        #expect(known.see(b, .of(1, device: 5)) == .renumbered(ids[1]), "its drive has")
        #expect(known.see(b, .of(2, inode: 77), isNumberMadeUp: true) == .changed(ids[1]))
        try library.write { transaction throws(StoreError) in
            try transaction.setIdentity(FileIdentity(device: 5, inode: 77), of: ids[0])
        }
        known = try self.known(library)
        #expect(known.see(a, .of(1, inode: 77, device: 5)) == .unchanged(ids[0]))
    }

    @Test func aPartOfARootIsKnownByFolderAndByTree() throws {
        let library = try TestLibrary()
        let names = ["a", "x/a", "x/y/a", "x/y/b", "x0/a", "z"]
        let ids = try names.map { try library.add($0) }
        let root = library.root
        func unseen(_ folders: [String], _ trees: [String]) throws -> [FileID] {
            try library.store.read { transaction throws(StoreError) in
                try transaction.knownFiles(
                    of: root, in: Set(folders.map { FilePath($0) }),
                    below: Set(trees.map { FilePath($0) }))
            }.unseenFiles(on: [1]).gone
        }
        #expect(try unseen(["/photos"], []) == [ids[0], ids[5]])
        #expect(try unseen(["/photos/x"], []) == [ids[1]])
        #expect(try unseen([], ["/photos/x"]) == [ids[1], ids[2], ids[3]])
        #expect(try unseen(["/photos/x/y"], ["/photos/x"]) == [ids[1], ids[2], ids[3]])
        #expect(
            try unseen(["/photos/x", "/photos"], ["/photos/x/y"]) == Array(ids[0...3]) + [ids[5]])
    }

    @Test func everyPartOfTheStampCountsButTheDevice() throws {
        let library = try TestLibrary()
        let id = try library.add("a")
        var known = try known(library)
        let path = FilePath("/photos/a")
        let same = FileStamp.of(1)
        #expect(known.see(path, .of(1, device: 9)) == .renumbered(id))
        #expect(known.see(path, .of(2)) == .changed(id))
        #expect(known.see(path, .of(1, inode: 2)) == .changed(id))
        #expect(
            known.see(
                path,
                FileStamp(
                    identity: same.identity, size: 1,
                    modifiedNanoseconds: same.modifiedNanoseconds, statusChangedNanoseconds: 99))
                == .changed(id))
    }

    @Test func unchangedProblemIsNotTriedAgain() throws {
        let library = try TestLibrary()
        let root = library.root
        let shown = try library.add("shown")
        let put = { (name: String, stamp: FileStamp?) in
            try library.write { transaction throws(StoreError) in
                try transaction.putProblem(
                    ProblemRow(
                        path: FilePath("/photos/" + name), root: root, reason: .corrupt,
                        detail: "d", stamp: stamp))
            }
        }
        try put("bad", .of(4))
        try put("fixed", .of(4))
        try put("gone", .of(4))
        try put("folder", nil)
        try put("shown", .of(1))
        var known = try known(library)
        let path = { FilePath("/photos/" + $0) }
        #expect(known.see(path("bad"), .of(4)) == .unchangedProblem)
        #expect(known.see(path("fixed"), .of(5)) == .new)
        #expect(known.see(path("shown"), .of(1)) == .unchanged(shown))
        known.seeProblem(path("folder"))
        known.seeProblem(path("unknown"))
        let unseen = known.unseenProblems
        try library.write { transaction throws(StoreError) in
            try transaction.removeProblems(unseen)
        }
        let left = try library.store.read { transaction throws(StoreError) in
            try transaction.problems()
        }
        #expect(
            left.map(\.path.name).map { String(decoding: $0, as: UTF8.self) }
                == ["bad", "folder", "shown"])
    }

    @Test func tableHoldsItsEntriesAtAnySize() {
        for count in [0, 1, 7, 8, 9, 1000] {
            var paths = KnownPaths()
            for number in 0..<count {
                // Hashes that all want the same few slots.
                paths.add(
                    KnownPaths.Entry(
                        hash: UInt64(number) << 32 | UInt64(number % 3), id: Int64(number),
                        size: 0, modifiedNanoseconds: 0, statusChangedNanoseconds: 0, inode: 0))
            }
            for number in 0..<count where number % 2 == 0 {
                let hash = UInt64(number) << 32 | UInt64(number % 3)
                #expect(paths.see(hash)?.id == Int64(number))
            }
            #expect(paths.find(UInt64(count) << 32 | UInt64(count % 3)) == nil)
            #expect(
                paths.entries.filter { !$0.isSeen }.map(\.id)
                    == (0..<Int64(count)).filter { $0 % 2 == 1 })
        }
    }

    @Test func longPathsAreKnownToo() throws {
        let library = try TestLibrary()
        let long = String(repeating: "folder/", count: 900) + "a.jpg"
        let id = try library.add(long)
        let other = try library.add(String(long.dropLast()))
        var known = try known(library)
        #expect(known.see(FilePath("/photos/" + long), .of(1)) == .unchanged(id))
        #expect(known.see(FilePath("/photos/" + long.dropLast()), .of(1)) == .unchanged(other))
    }
}
