import CGTK
import Foundation
import GTKKit
import TestSupport
import Testing

extension DisplayTests {
    @Test func aTextureKeepsItsPixels() {
        let pixels = (0..<48).map { UInt8($0 % 4 == 3 ? 255 : $0 * 5) }
        let texture = Texture(bgra: pixels, width: 4, height: 3)
        #expect(texture.width == 4 && texture.height == 3)
        #expect(texture.pixels() == pixels)
    }

    @Test func aPNGHasWhatWasWritten() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/ä.png"
        let pixels = [UInt8]([1, 2, 3, 255, 40, 50, 60, 255])
        #expect(Texture(bgra: pixels, width: 2, height: 1).writePNG(to: path))
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        #expect(Texture(encoded: bytes)?.pixels() == pixels)
        #expect(!Texture(bgra: pixels, width: 2, height: 1).writePNG(to: "/no/such/folder/a.png"))
    }

    @Test func bytesThatAreNoPictureGiveNone() {
        #expect(Texture(encoded: []) == nil)
        #expect(Texture(encoded: Array("no picture".utf8)) == nil)
        #expect(Texture(encoded: [0xFF, 0xD8, 0xFF, 0xE0, 0, 16]) == nil)
    }

    @Test func textIsMeasuredAndCutToItsWidth() {
        let label = Ref<Widget>(sinking: gtk_label_new(nil))
        let plain = TextLayout("A long title of an event", for: label.pointer)
        let bold = TextLayout("A long title of an event", for: label.pointer, scale: 2, bold: true)
        #expect(bold.size.height > plain.size.height)
        #expect(plain.baseline > 0 && plain.baseline < plain.size.height)
        let cut = TextLayout("A long title of an event", for: label.pointer, width: 60)
        #expect(cut.size.width <= 60)
        #expect(cut.size.height == plain.size.height)
    }
}
