import Testing
import TestSupport

@testable import DropboxAPI

@Suite struct PathTests {
    @Test func aKeyIsItsOwnKeyForEveryScalar() throws {
        // Beyond these nothing has a case or a composition.
        for value in Array(UInt32(1)...0x1FFFF) + Array(0x2F800...0x2FA1F) {
            guard let scalar = Unicode.Scalar(value), scalar != "/", scalar != "\\",
                let path = RemotePath("/x" + String(scalar) + "y")
            else { continue }
            let again = try #require(RemotePath(path.key))
            #expect(again.key == path.key, "U+\(String(value, radix: 16))")
            #expect(RemotePath(path.display)?.display == path.display)
        }
    }

    @Test(arguments: [
        ("/Camera Uploads/IMG.JPG", "/camera uploads/img.jpg"), ("/ΣΣΣ", "/σσσ"),
        ("/ÄÖÜ", "/äöü"), ("/İ", "/i"), ("/straße", "/straße"), ("/Ａ", "/ａ"),
        ("//Camera//Uploads", "/camera/uploads"),
    ])
    func casesFoldOneScalarAtATime(text: String, key: String) {
        #expect(RemotePath(text)?.key == key)
    }

    @Test func decomposedAndComposedNamesAreOnePath() throws {
        let decomposed = try #require(RemotePath("/u\u{308}.png"))
        let composed = try #require(RemotePath("/\u{FC}.png"))
        #expect(Array(decomposed.display.utf8) == Array(composed.display.utf8))
        #expect(Array(decomposed.key.utf8) == Array(composed.key.utf8))
    }

    @Test(arguments: [
        "/", "a", "/a/", "/.", "/..", "/a/../b", "/a/./b", "/a\\b", "/a\u{0}b", "//", "/a//",
        "/" + String(repeating: "a", count: 256), "/" + String(repeating: "😀", count: 128),
        String(repeating: "/abcdefg", count: 1025),
    ])
    func refusesTrickyPaths(text: String) {
        #expect(RemotePath(text) == nil)
    }

    @Test(arguments: [
        "/" + String(repeating: "a", count: 255), "/" + String(repeating: "😀", count: 127),
        "/...", "/..a", "/ a ", "/a.", "/\u{7F}", "/a\nb", "/CON", "/日本/😀.jpg", "/~", "/%2e%2e",
    ])
    func takesOddNames(text: String) {
        #expect(RemotePath(text)?.display == text)
    }

    @Test func namesNoClientSyncsAreDisallowed() throws {
        for name in ["Desktop.ini", "Thumbs.db", ".DS_Store", "Icon\r", ".dropbox"] {
            #expect(try #require(RemotePath("/a/" + name)).isDisallowed, "\(name)")
        }
        #expect(try #require(RemotePath("/.dropbox/a")).isDisallowed)
    }

    @Test func familyOfAPath() throws {
        let path = try #require(RemotePath("/A/B/c.jpg"))
        #expect(path.name == "c.jpg")
        #expect(path.parent == RemotePath("/A/B"))
        #expect(path.ancestors.map(\.display) == ["/A", "/A/B"])
        #expect(path.depth == 3 && RemotePath.root.depth == 0)
        #expect(try path.isBelow(#require(RemotePath("/a"))) && path.isBelow(.root))
        #expect(try !path.isBelow(#require(RemotePath("/a/b/c.jpg"))))
        #expect(try !#require(RemotePath("/ab")).isBelow(#require(RemotePath("/a"))))
        let moved = try path.moved(
            from: #require(RemotePath("/a")), to: #require(RemotePath("/X/Y")))
        #expect(moved.display == "/X/Y/B/c.jpg" && moved.key == "/x/y/b/c.jpg")
        #expect(path.parent?.parent?.parent == .root)
        #expect(RemotePath.root.parent == nil)
    }

    @Test func aMarkGoesBeforeTheExtensionAndFits() throws {
        #expect(try #require(RemotePath("/a/b.jpg")).marked(" (1)")?.display == "/a/b (1).jpg")
        #expect(try #require(RemotePath("/a.tar.gz")).marked(" (1)")?.display == "/a.tar (1).gz")
        #expect(try #require(RemotePath("/.profile")).marked(" (1)")?.display == "/.profile (1)")
        let long = try #require(RemotePath("/" + String(repeating: "a", count: 251) + ".jpg"))
        #expect(try #require(long.marked(" (12)")).name.utf16.count == 255)
        let emoji = try #require(RemotePath("/" + String(repeating: "😀", count: 125) + ".jpeg"))
        #expect(try #require(emoji.marked(" (1)")).name.hasSuffix(" (1).jpeg"))
    }

    @Test func aPathArgumentRefersToWhatItSays() throws {
        #expect(PathArgument("/a").reference == RemotePath("/a").map { .path($0) })
        #expect(PathArgument("").reference == .path(.root))
        #expect(
            try PathArgument("id:abc").reference == .id(#require(FileID("id:abc")), below: .root))
        #expect(
            try PathArgument("id:abc/X").reference
                == .id(#require(FileID("id:abc")), below: #require(RemotePath("/X"))))
        #expect(
            try PathArgument("rev:0123456789").reference
                == .revision(#require(Revision("0123456789"))))
        #expect(
            try PathArgument("ns:12/x").reference
                == .namespace("12", #require(RemotePath("/x"))))
        #expect(PathArgument("id:abc/..").reference == nil)
    }

    @Test func eachFieldTakesItsOwnForms() {
        let texts = [
            "", "/", "/a", "id:a", "id:", "rev:012345678", "rev:01", "ns:1", "ns:", "ns:1/a", "x",
        ]
        func matching(_ form: PathForm) -> [String] { texts.filter(form.matches) }
        #expect(matching(.read) == ["/a", "id:a", "rev:012345678", "ns:1", "ns:1/a"])
        #expect(matching(.write) == ["/a", "ns:1", "ns:1/a"])
        #expect(matching(.writeOrID) == ["/a", "id:a", "ns:1", "ns:1/a"])
        #expect(matching(.folder) == ["", "/a", "id:a", "ns:1", "ns:1/a"])
    }
}
