import Glibc
import Photos
import Testing

@testable import Media

/// Public reports against other photo libraries about walking folders, each
/// rebuilt and shown not to happen here.
struct ScanPainTests {
    @Test("immich-app/immich 12713: one unreadable folder does not end the scan")
    func immich12713() throws {
        let tree = try FileTree()
        for name in ["a/1.jpg", "sub/2.jpg", "z/3.jpg"] { tree.add(name) }
        try #require(chmod(tree.path("sub").display, 0) == 0)
        let walk = PlainUser.run { WalkResult(tree) }
        #expect(walk.names(in: tree) == ["a/1.jpg", "z/3.jpg"])
        #expect(walk.problemNames(in: tree) == ["denied sub"])
        // Photos known from there are kept, others can be told to be gone.
        #expect(!walk.report.proves(absenceOf: tree.path("sub/2.jpg")))
        #expect(walk.report.proves(absenceOf: tree.path("a/0.jpg")))
        try #require(chmod(tree.path("sub").display, 0o755) == 0)
    }

    @Test("immich-app/immich 15515: nor does one that sorts first")
    func immich15515() throws {
        let tree = try FileTree()
        for name in [".first/1.jpg", "a/2.jpg"] { tree.add(name) }
        try #require(chmod(tree.path(".first").display, 0) == 0)
        let walk = PlainUser.run { WalkResult(tree) { $0.includesHidden = true } }
        #expect(walk.names(in: tree) == ["a/2.jpg"])
        #expect(walk.problemNames(in: tree) == ["denied .first"])
        try #require(chmod(tree.path(".first").display, 0o755) == 0)
    }

    @Test("immich-app/immich 16644: exactly the readable files are found, whatever is not")
    func immich16644() throws {
        let tree = try FileTree()
        for number in 10..<40 { tree.add("\(number)/a/b.jpg") }
        for number in stride(from: 10, to: 40, by: 3) {
            try #require(chmod(tree.path("\(number)").display, 0) == 0)
        }
        let walk = PlainUser.run { WalkResult(tree) }
        let readable = (10..<40).filter { ($0 - 10) % 3 != 0 }
        #expect(walk.names(in: tree) == readable.map { "\($0)/a/b.jpg" })
        #expect(walk.problems.count == 10)
        for number in stride(from: 10, to: 40, by: 3) {
            try #require(chmod(tree.path("\(number)").display, 0o755) == 0)
        }
    }

    @Test("nextcloud/server 20197: a link to a parent is not walked for ever")
    func nextcloud20197() throws {
        let other = try FileTree()
        other.add("c.jpg")
        let tree = try FileTree()
        tree.add("a/b/1.jpg")
        tree.link("a/b/loop", to: "..")
        tree.link("elsewhere", to: other.root.display)
        let walk = WalkResult(tree)
        #expect(walk.names(in: tree) == ["a/b/1.jpg", "elsewhere/c.jpg"])
        #expect(walk.problemNames(in: tree) == ["broken_link a/b/loop"])
        #expect(walk.report.folders == 4)
    }

    @Test("photoprism/photoprism 275: hidden folders are not walked unless asked for")
    func photoprism275() throws {
        let tree = try FileTree()
        for name in [".thumbnails/a.jpg", ".private/b.jpg", "c.jpg"] { tree.add(name) }
        #expect(WalkResult(tree).names(in: tree) == ["c.jpg"])
        #expect(
            WalkResult(tree) { $0.includesHidden = true }.names(in: tree)
                == ["c.jpg", ".private/b.jpg"])
    }

    @Test("immich-app/immich 6825: the library's own folder is known by its inode, not its name")
    func immich6825() throws {
        let tree = try FileTree()
        tree.add("a.jpg")
        let own = tree.addFolder("some/name")
        tree.add("some/name/thumbnail.jpg")
        tree.link("other", to: "some/name")
        let identity = try FileIdentity(of: own)
        let walk = WalkResult(tree) { $0.ownFolders = [identity] }
        #expect(walk.names(in: tree) == ["a.jpg"])
        #expect(walk.problems.isEmpty)
        try #require(rename(own.display, tree.path("renamed").display) == 0)
        #expect(WalkResult(tree) { $0.ownFolders = [identity] }.names(in: tree) == ["a.jpg"])
    }

    @Test("immich-app/immich 29417: an edit that sets its old modification time back is noticed")
    func immich29417() throws {
        let tree = try FileTree()
        let path = tree.add("a.jpg", [1, 2, 3])
        // A time of our own, or the edit may fall into the same tick.
        let old = [timespec](repeating: timespec(tv_sec: 1_400_000_000, tv_nsec: 0), count: 2)
        try #require(utimensat(AT_FDCWD, path.display, old, 0) == 0)
        let before = try FileStamp(of: path)
        repeat {
            tree.write([4, 5, 6], to: path)
            try #require(utimensat(AT_FDCWD, path.display, old, 0) == 0)
            // The system's clock for files moves in ticks of some
            // milliseconds.
        } while try FileStamp(of: path).statusChangedNanoseconds == before.statusChangedNanoseconds
        let after = try FileStamp(of: path)
        #expect(after.size == before.size)
        #expect(after.modifiedNanoseconds == before.modifiedNanoseconds)
        #expect(after != before)
    }

    @Test("kukhariev/ngx-uploadx 49: a file without bytes is a problem, and no photo to upload")
    func ngxUploadx49() throws {
        let tree = try FileTree()
        tree.add("empty.jpg", [])
        let found = try #require(WalkResult(tree).files.first)
        #expect(try FileProbe(found.path).verdict(found.kind) == .problem(.empty))
    }
}
