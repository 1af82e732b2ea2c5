import Testing

@testable import Media

struct FileNameKindTests {
    @Test(arguments: [
        ("IMG_1.JPG", FileNameKind.media), ("a.jpeg", .media), ("a.b.HeIc", .media),
        ("clip.mp4", .media), ("raw.CR3", .media), ("photo.jpg.xmp", .sidecar),
        ("IMG_1.AAE", .sidecar), ("a.json", .sidecar), ("MVI_1.THM", .sidecar),
        ("notes.txt", .other), ("jpg", .other), ("", .other), (".", .other), ("a.", .other),
        ("a.jpgx", .other), ("a.averylongextension", .other), ("a.\u{E9}", .other),
    ])
    func theExtensionDecidesWhatANameLetsOneExpect(name: String, kind: FileNameKind) {
        #expect(FileNameKind(fileName: Array(name.utf8)) == kind)
    }

    @Test func contentDecidesAndTheNameOnlyWhetherToSpeakOfIt() {
        let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF".utf8)
        let text = Array("a note".utf8)
        #expect(FileVerdict(.other, head: jpeg) == .media(.jpeg))
        #expect(FileVerdict(.media, head: jpeg) == .media(.jpeg))
        #expect(FileVerdict(.sidecar, head: jpeg) == .ignored)
        #expect(FileVerdict(.media, head: text) == .problem(.notAPhoto))
        #expect(FileVerdict(.other, head: text) == .ignored)
        #expect(FileVerdict(.media, head: []) == .problem(.empty))
        #expect(FileVerdict(.other, head: []) == .ignored)
    }

    @Test(arguments: [
        Array("8BPS\0\u{1}".utf8), [0xFF, 0x4F, 0xFF, 0x51, 0, 0],
        [0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A],
        Array("BM".utf8) + [UInt8](repeating: 0, count: 12) + [40, 0, 0, 0, 1],
        Array("FLV\u{1}\u{5}".utf8), [0, 0, 1, 0xBA, 0x44],
    ])
    func aKnownKindThatCannotBeDecodedIsNamedAsThat(head: [UInt8]) {
        #expect(FileVerdict(.media, head: head) == .problem(.unsupported))
        #expect(FileVerdict(.other, head: head) == .problem(.unsupported))
    }

    @Test func textThatBeginsLikeABitmapIsNone() {
        #expect(FileVerdict(.other, head: Array("BMW is a car and no bitmap".utf8)) == .ignored)
    }
}
