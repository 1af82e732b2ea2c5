import Glibc
import Photos
import Testing

@testable import Media

struct FolderWalkProblemTests {
    @Test func aFileThatVanishesWhileTheFolderIsWalkedIsNamed() throws {
        let tree = try FileTree()
        for name in ["a.jpg", "b.jpg", "c.jpg"] { tree.add(name) }
        var options = FolderWalk.Options()
        options.batchSize = 1
        var found: [FilePath] = []
        var problems: [WalkProblem] = []
        let report = FolderWalk(root: tree.root, options: options).run { batch in
            found += batch.files.map(\.path)
            problems += batch.problems
            unlink(tree.path("b.jpg").display)
            return .goOn
        }
        #expect(found == [tree.path("a.jpg"), tree.path("c.jpg")])
        #expect(problems.map(\.path) == [tree.path("b.jpg")])
        #expect(problems.map(\.reason) == [.vanished])
        #expect(report.reachedEnd && !report.sawEverything)
    }

    @Test func aFolderThatVanishesBeforeItsTurnHidesItsPhotos() throws {
        let tree = try FileTree()
        tree.add("a.jpg")
        tree.add("b/b.jpg")
        tree.add("c/c.jpg")
        var options = FolderWalk.Options()
        options.batchSize = 1
        var found: [FilePath] = []
        let report = FolderWalk(root: tree.root, options: options).run { batch in
            found += batch.files.map(\.path)
            unlink(tree.path("b/b.jpg").display)
            rmdir(tree.path("b").display)
            return .goOn
        }
        #expect(found == [tree.path("a.jpg"), tree.path("c/c.jpg")])
        #expect(report.unseen == [tree.path("b")])
        #expect(!report.proves(absenceOf: tree.path("b/b.jpg")))
        #expect(report.proves(absenceOf: tree.path("c/d.jpg")))
    }

    @Test func aPathTooLongForTheSystemIsNamedAndTheWalkGoesOn() throws {
        let tree = try FileTree()
        tree.add("z.jpg")
        let name = String(repeating: "d", count: 200)
        var descriptor = open(tree.root.display, O_RDONLY | O_DIRECTORY)
        for _ in 0..<25 {
            try #require(mkdirat(descriptor, name, 0o755) == 0)
            let next = openat(descriptor, name, O_RDONLY | O_DIRECTORY)
            close(descriptor)
            descriptor = next
        }
        close(descriptor)
        let walk = WalkResult(tree)
        #expect(walk.names(in: tree) == ["z.jpg"])
        #expect(walk.problems.map(\.reason) == [.unreadable])
        #expect(!walk.report.sawEverything)
        try removeDeepFolders(in: tree, name)
    }

    /// Foundation's way to remove a folder ends at the longest path.
    private func removeDeepFolders(in tree: FileTree, _ name: String) throws {
        var open = [Glibc.open(tree.root.display, O_RDONLY | O_DIRECTORY)]
        while case let next = openat(open[open.count - 1], name, O_RDONLY | O_DIRECTORY), next >= 0
        {
            open.append(next)
        }
        close(open.removeLast())
        while let above = open.popLast() {
            try #require(unlinkat(above, name, AT_REMOVEDIR) == 0)
            close(above)
        }
    }
}
