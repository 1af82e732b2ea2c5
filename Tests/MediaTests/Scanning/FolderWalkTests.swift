import Glibc
import Photos
import Testing

@testable import Media

struct FolderWalkTests {
    @Test func filesComeInTheOrderOfTheirBytesAndBeforeTheFoldersBesideThem() throws {
        let tree = try FileTree()
        for name in ["b/2.jpg", "b/10.jpg", "a/x/1.jpg", "a/Z.jpg", "a/a.jpg", "c.jpg", "B.jpg"] {
            tree.add(name)
        }
        let walk = WalkResult(tree)
        #expect(
            walk.names(in: tree) == [
                "B.jpg", "c.jpg", "a/Z.jpg", "a/a.jpg", "a/x/1.jpg", "b/10.jpg", "b/2.jpg",
            ])
        #expect(walk.report.folders == 4)
        #expect(walk.report.files == 7)
        #expect(walk.report.sawEverything)
    }

    @Test func namesThatShareTheirFirstEightBytesAreInOrderToo() throws {
        let tree = try FileTree()
        let names = ["IMG_2014", "IMG_20140", "IMG_2014_a", "IMG_2014Z", "IMG_201\u{E9}", "I"]
        names.forEach { tree.add($0) }
        let sorted = names.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
        #expect(WalkResult(tree).names(in: tree) == sorted)
    }

    @Test func aFoundFileHasTheStampThatStatGives() throws {
        let tree = try FileTree()
        let path = tree.add("a.jpg", Array(repeating: 1, count: 1234))
        let file = try #require(WalkResult(tree).files.first)
        #expect(file.path == path)
        #expect(file.kind == .media)
        #expect(file.stamp.size == 1234)
        #expect(try file.stamp == FileStamp(of: path))
    }

    @Test func namesThatAreNotUTF8KeepTheirBytes() throws {
        let tree = try FileTree()
        let name: [UInt8] = [0x43, 0x61, 0x66, 0xE9, 0x2E, 0x6A, 0x70, 0x67]
        let path = tree.add(bytes: name)
        let walk = WalkResult(tree)
        #expect(walk.files.map(\.path) == [path])
        #expect(walk.files.first.map { Array($0.path.name) } == name)
    }

    @Test func composedAndDecomposedNamesAreTwoFiles() throws {
        let tree = try FileTree()
        tree.add("Caf\u{E9}.jpg")
        tree.add("Cafe\u{301}.jpg")
        #expect(WalkResult(tree).files.count == 2)
    }

    @Test func batchesAreAsLargeAsAskedForAndKeepTheOrder() throws {
        let tree = try FileTree()
        for number in 0..<10 { tree.add("\(number).jpg") }
        var options = FolderWalk.Options()
        options.batchSize = 4
        var sizes: [Int] = []
        let report = FolderWalk(root: tree.root, options: options).run { batch in
            sizes.append(batch.files.count)
            return .goOn
        }
        #expect(sizes == [4, 4, 2])
        #expect(report.files == 10)
    }

    @Test func theWalkStopsWhenItsCallerSaysSo() throws {
        let tree = try FileTree()
        for number in 0..<10 { tree.add("\(number)/a.jpg") }
        var options = FolderWalk.Options()
        options.batchSize = 1
        var calls = 0
        let report = FolderWalk(root: tree.root, options: options).run { _ in
            calls += 1
            return calls == 3 ? .stop : .goOn
        }
        #expect(calls == 3)
        #expect(!report.reachedEnd)
        #expect(!report.sawEverything)
        #expect(!report.proves(absenceOf: tree.path("gone.jpg")))
    }

    @Test func aCancelledTaskEndsTheWalkAtTheNextBatch() async throws {
        let tree = try FileTree()
        for number in 0..<10 { tree.add("\(number)/a.jpg") }
        let root = tree.root
        let (calls, report) = await Task {
            var options = FolderWalk.Options()
            options.batchSize = 1
            var calls = 0
            let report = FolderWalk(root: root, options: options).run { _ in
                calls += 1
                withUnsafeCurrentTask { $0?.cancel() }
                return .goOn
            }
            return (calls, report)
        }.value
        #expect(calls == 1)
        #expect(!report.reachedEnd)
    }

    @Test func aRootThatIsNotThereProvesNothing() throws {
        let tree = try FileTree()
        let walk = WalkResult(FolderWalk(root: tree.path("nowhere")))
        #expect(walk.report.root == nil)
        #expect(walk.problems.map(\.reason) == [.vanished])
        #expect(!walk.report.sawEverything)
        #expect(!walk.report.proves(absenceOf: tree.path("nowhere/a.jpg")))
    }

    @Test func aRootThatIsAFileIsNoFolder() throws {
        let tree = try FileTree()
        let file = tree.add("a.jpg")
        let walk = WalkResult(FolderWalk(root: file))
        #expect(walk.report.root == nil)
        #expect(walk.files.isEmpty)
        #expect(walk.problems.count == 1)
    }

    @Test func pipesAndSocketsAreSkippedWithoutOpeningThem() throws {
        let tree = try FileTree()
        try #require(mkfifo(tree.path("pipe.jpg").display, 0o644) == 0)
        tree.add("a.jpg")
        let walk = WalkResult(tree)
        #expect(walk.names(in: tree) == ["a.jpg"])
        #expect(walk.problems.isEmpty)
        #expect(walk.report.skipped == 1)
    }

    @Test func aHundredThousandFilesOfOneFolderAreAllFoundOnce() throws {
        let tree = try FileTree()
        let count = 100_000
        for number in 0..<count {
            let descriptor = creat(tree.path("\(number).jpg").display, 0o644)
            try #require(descriptor >= 0)
            close(descriptor)
        }
        var seen = Set<FilePath>()
        var last: [UInt8] = []
        var isInOrder = true
        let report = FolderWalk(root: tree.root).run { batch in
            for file in batch.files {
                seen.insert(file.path)
                isInOrder = isInOrder && last.lexicographicallyPrecedes(file.path.bytes)
                last = file.path.bytes
            }
            return .goOn
        }
        #expect(isInOrder)
        #expect(seen.count == count)
        #expect(report.files == count)
        #expect(report.sawEverything)
    }
}
