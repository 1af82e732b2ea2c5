import Glibc
import Photos
import TestSupport
import Testing

@testable import Media

struct FolderWalkLinkTests {
    @Test func aLinkToAFolderElsewhereIsFollowed() throws {
        let other = try FileTree()
        other.add("holiday/a.jpg")
        let tree = try FileTree()
        tree.link("link", to: other.path("holiday").display)
        #expect(WalkResult(tree).names(in: tree) == ["link/a.jpg"])
    }

    @Test func aFileWithARealPathIsFoundByThatAndNotThroughALink() throws {
        let tree = try FileTree()
        tree.add("z/a.jpg")
        tree.link("a", to: "z")
        #expect(WalkResult(tree).names(in: tree) == ["z/a.jpg"])
    }

    @Test func aFolderElsewhereThatTwoLinksLeadToIsWalkedOnce() throws {
        let other = try FileTree()
        other.add("a.jpg")
        let tree = try FileTree()
        tree.link("one", to: other.root.display)
        tree.link("two", to: other.root.display)
        #expect(WalkResult(tree).names(in: tree) == ["one/a.jpg"])
    }

    @Test func aLinkToItsOwnFolderOrOneAboveIsNamedAndNotFollowed() throws {
        let tree = try FileTree()
        tree.add("a/b/1.jpg")
        tree.link("a/b/self", to: ".")
        tree.link("a/b/up", to: "../..")
        tree.link("a/b/root", to: "/")
        let walk = WalkResult(tree)
        #expect(walk.names(in: tree) == ["a/b/1.jpg"])
        #expect(
            walk.problemNames(in: tree) == [
                "broken_link a/b/root", "broken_link a/b/self", "broken_link a/b/up",
            ])
        // All that lies there is seen by its real path.
        #expect(walk.report.sawEverything)
    }

    @Test func aLinkToTheFolderAboveTheRootDoesNotTakeThatIn() throws {
        let tree = try FileTree()
        tree.add("private/a.jpg")
        tree.add("photos/b.jpg")
        tree.link("photos/up", to: "..")
        let walk = WalkResult(FolderWalk(root: tree.path("photos")))
        #expect(walk.names(in: tree) == ["photos/b.jpg"])
    }

    @Test func aLinkToNothingIsAProblemAndHidesWhatItMayLeadTo() throws {
        let tree = try FileTree()
        tree.add("a.jpg")
        tree.link("gone", to: "nowhere")
        let walk = WalkResult(tree)
        #expect(walk.names(in: tree) == ["a.jpg"])
        #expect(walk.problemNames(in: tree) == ["broken_link gone"])
        #expect(!walk.report.sawEverything)
        #expect(!walk.report.proves(absenceOf: tree.path("gone/photo.jpg")))
        #expect(walk.report.proves(absenceOf: tree.path("other.jpg")))
    }

    @Test func linksThatOnlyLeadToEachOtherAreBroken() throws {
        let tree = try FileTree()
        tree.link("a.jpg", to: "b.jpg")
        tree.link("b.jpg", to: "a.jpg")
        let walk = WalkResult(tree)
        #expect(walk.problemNames(in: tree) == ["broken_link a.jpg", "broken_link b.jpg"])
    }

    @Test func aLinkToAFileIsAFileWithTheStampOfItsTarget() throws {
        let tree = try FileTree()
        let target = tree.add("a.jpg", [1, 2, 3])
        tree.link("b.jpg", to: "a.jpg")
        let walk = WalkResult(tree)
        #expect(walk.names(in: tree) == ["a.jpg", "b.jpg"])
        let stamp = try FileStamp(of: target)
        #expect(walk.files.map(\.stamp) == [stamp, stamp])
    }

    /// Random trees with links anywhere, against what a tree without its
    /// links holds.
    @Test(arguments: 0..<40)
    func everyRealFolderIsVisitedExactlyOnceWhateverTheLinks(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let inside = try FileTree()
        let outside = try FileTree()
        let places = try [inside, outside].map { tree in
            try randomFolders(in: tree, &random)
        }
        for _ in 0..<Int.random(in: 0...12, using: &random) {
            let home = places[0][Int.random(in: 0..<places[0].count, using: &random)]
            let choices = places[Int.random(in: 0...1, using: &random)]
            let target = choices[Int.random(in: 0..<choices.count, using: &random)]
            let name = "link\(Int.random(in: 0...99, using: &random))"
            _ = symlink(target.display, home.appending(name).display)
        }
        let walk = WalkResult(inside)
        let found = walk.files.map(\.stamp.identity)
        #expect(Set(found).count == found.count, "a file was found twice")
        let real = try places[0].map { try FileIdentity(of: $0.appending("photo.jpg")) }
        #expect(Set(found).isSuperset(of: real), "a file was not found")
        let links = walk.files.filter { $0.path.display.contains("link") }
        for file in links {
            #expect(!real.contains(file.stamp.identity), "\(file.path) has a real path")
        }
        #expect(walk.report.sawEverything)
    }

    /// Each with one file; the first one is the tree's root.
    private func randomFolders(
        in tree: FileTree, _ random: inout SplitMix64
    ) throws -> [FilePath] {
        var folders = [tree.root]
        for number in 0..<Int.random(in: 1...12, using: &random) {
            let above = folders[Int.random(in: 0..<folders.count, using: &random)]
            let folder = above.appending("d\(number)")
            try #require(mkdir(folder.display, 0o755) == 0)
            folders.append(folder)
        }
        for folder in folders { tree.write([1], to: folder.appending("photo.jpg")) }
        return folders
    }
}
