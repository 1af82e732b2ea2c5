import Photos
import Testing

@testable import Media

struct FolderWalkSkippingTests {
    @Test func hiddenFilesAndFoldersAreSkippedUnlessAskedFor() throws {
        let tree = try FileTree()
        for name in [".a.jpg", ".b/c.jpg", "d.jpg"] { tree.add(name) }
        #expect(WalkResult(tree).names(in: tree) == ["d.jpg"])
        #expect(
            WalkResult(tree) { $0.includesHidden = true }.names(in: tree)
                == [".a.jpg", "d.jpg", ".b/c.jpg"])
    }

    @Test func aHiddenRootIsWalkedAllTheSame() throws {
        let tree = try FileTree()
        tree.add(".photos/a.jpg")
        let walk = WalkResult(FolderWalk(root: tree.path(".photos")))
        #expect(walk.names(in: tree) == [".photos/a.jpg"])
    }

    @Test func aFolderWithNoMediaIsLeftOutWithAllBelowIt() throws {
        let tree = try FileTree()
        for name in ["a/.nomedia", "a/a.jpg", "a/b/b.jpg", "c/c.jpg"] { tree.add(name) }
        #expect(WalkResult(tree).names(in: tree) == ["c/c.jpg"])
        #expect(WalkResult(tree) { $0.includesHidden = true }.names(in: tree) == ["c/c.jpg"])
    }

    @Test func aRootWithNoMediaIsWalkedAsNamingItWasAWish() throws {
        let tree = try FileTree()
        tree.add(".nomedia")
        tree.add("a.jpg")
        #expect(WalkResult(tree).names(in: tree) == ["a.jpg"])
    }

    @Test(arguments: [
        "@eaDir", "#recycle", ".stversions", "@Recycle", "$RECYCLE.BIN", ".thumbnails", ".dtrash",
        ".Trash-1000", "lost+found", "System Volume Information", "__MACOSX", "Previews.lrdata",
        ".cache", "@EADIR",
    ])
    func otherProgramsFoldersAreNeverEntered(name: String) throws {
        let tree = try FileTree()
        tree.add("\(name)/a.jpg")
        tree.add("b/b.jpg")
        let walk = WalkResult(tree) { $0.includesHidden = true }
        #expect(walk.names(in: tree) == ["b/b.jpg"])
        #expect(walk.report.skipped == 1)
    }

    @Test(arguments: [
        "Thumbs.db", ".DS_Store", "desktop.ini", "._a.jpg", "THUMBS.DB", ".picasa.ini",
    ])
    func otherProgramsFilesAreNeverFound(name: String) throws {
        let tree = try FileTree()
        tree.add(name)
        tree.add("b.jpg")
        let walk = WalkResult(tree) { $0.includesHidden = true }
        #expect(walk.names(in: tree) == ["b.jpg"])
    }

    @Test func excludedFoldersAndFilesAreLeftOut() throws {
        let tree = try FileTree()
        for name in ["a.jpg", "a.png", "work/b.jpg", "home/work/c.jpg", "home/d.jpg"] {
            tree.add(name)
        }
        let walk = WalkResult(tree) {
            $0.excludes = [ExcludePattern("*.png"), ExcludePattern("work/")]
        }
        #expect(walk.names(in: tree) == ["a.jpg", "home/d.jpg"])
        let anchored = WalkResult(tree) { $0.excludes = [ExcludePattern("/work")] }
        #expect(anchored.names(in: tree) == ["a.jpg", "a.png", "home/d.jpg", "home/work/c.jpg"])
    }

    @Test func excludesWorkBelowARootThatEndsInASlash() throws {
        let tree = try FileTree()
        tree.add("a/b.jpg")
        var options = FolderWalk.Options()
        options.excludes = [ExcludePattern("a/b.jpg")]
        let root = FilePath(tree.root.display + "/")
        let walk = WalkResult(FolderWalk(root: root, options: options))
        #expect(walk.files.isEmpty)
        #expect(walk.report.skipped == 1)
    }
}
