import DecoderProtocol
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
        #expect(FileVerdict(.other, size: 9, format: .jpeg) == .media(.jpeg))
        #expect(FileVerdict(.media, size: 9, format: .png) == .media(.png))
        #expect(FileVerdict(.media, size: 9, format: nil) == .problem(.notAPhoto))
        #expect(FileVerdict(.media, size: 0, format: nil) == .problem(.empty))
        #expect(FileVerdict(.other, size: 9, format: nil) == .ignored)
        #expect(FileVerdict(.other, size: 0, format: nil) == .ignored)
        #expect(FileVerdict(.sidecar, size: 9, format: .jpeg) == .ignored)
    }
}
