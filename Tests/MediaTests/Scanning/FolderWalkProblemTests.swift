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

    /// Knows every folder already, and wants none listed that was not asked
    /// for.
    private struct KnowsAll: FolderObserving {
        func willList(_ folder: FilePath, _ identity: FileIdentity, isWanted: Bool) -> Bool {
            isWanted
        }
    }

    @Test func whatIsLookedForIsListedWithAllBelowItThoughItIsKnown() throws {
        let tree = try FileTree()
        for name in ["a/a.jpg", "a/deep/b.jpg", "other/c.jpg", "d.jpg"] { tree.add(name) }
        func names(_ trees: Set<FilePath>) -> [String] {
            WalkResult(tree) {
                $0.observer = KnowsAll()
                $0.only = [tree.root, tree.path("a")]
                $0.trees = trees
            }.names(in: tree)
        }
        #expect(names([]) == ["d.jpg", "a/a.jpg"])
        #expect(names([tree.path("a")]) == ["d.jpg", "a/a.jpg", "a/deep/b.jpg"])
    }

    @Test func aDriveThatMakesNumbersUpIsNamedWithItsFiles() throws {
        let tree = try FileTree()
        tree.add("a/a.jpg")
        let device = try FileIdentity(of: tree.root).device
        for isMadeUp in [false, true] {
            var options = FolderWalk.Options()
            options.makesNumbersUp = { _ in isMadeUp }
            var drives: Set<UInt64> = []
            _ = FolderWalk(root: tree.root, options: options).run { batch in
                drives.formUnion(batch.drivesWithoutNumbers)
                return .goOn
            }
            #expect(drives == (isMadeUp ? [device] : []))
        }
        #expect(!FolderWalk.Options().makesNumbersUp(tree.root))
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
