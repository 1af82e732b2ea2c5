import Photos
import Testing

@Suite struct ValueTests {
    @Test func aContentHashRoundTripsThroughItsTwoForms() throws {
        let bytes = (0..<32).map { UInt8($0 * 7) }
        let hash = try #require(ContentHash(bytes: bytes))
        #expect(hash.bytes == bytes)
        #expect(ContentHash(hexadecimal: hash.hexadecimal) == hash)
        #expect(ContentHash(hexadecimal: hash.hexadecimal.uppercased()) == hash)
        #expect(ContentHash(bytes: bytes.dropLast()) == nil)
        #expect(ContentHash(hexadecimal: String(repeating: "g", count: 64)) == nil)
        for byte in UInt8.min...127 {
            let digit = Character(Unicode.Scalar(byte))
            let text =
                String(repeating: "5", count: 20) + String(digit)
                + String(repeating: "5", count: 43)
            let expected = digit.isHexDigit ? text.lowercased() : nil
            #expect(ContentHash(hexadecimal: text)?.hexadecimal == expected, "\(byte)")
        }
    }

    @Test func burstNamesSortAsAPersonReadsThem() {
        let names = ["shot.jpg", "IMG_8.jpg", "IMG_9.jpg", "IMG_10.jpg", "IMG_8223.JPG"]
        let keys = names.map { NameKey(fileName: Array($0.utf8)) }
        #expect(keys == keys.sorted())
        #expect(Set(keys).count == names.count)
    }

    @Test func theExtensionIsNoPartOfANameKey() {
        #expect(NameKey(fileName: Array("a7.mp4".utf8)).rawValue == 7)
        #expect(NameKey(fileName: Array("99999999999999.jpg".utf8)).rawValue == .max)
    }

    @Test func aPathKeepsItsBytes() throws {
        let path = try #require(FilePath(bytes: Array("/p/".utf8) + [0xFF, 0x61]))
        #expect(!path.isUTF8)
        #expect(Array(path.name) == [0xFF, 0x61])
        #expect(path.folder?.display == "/p")
        #expect(path.isWithin(FilePath("/p")))
        #expect(!FilePath("/pq").isWithin(FilePath("/p")))
        #expect(FilePath(bytes: [0x61, 0]) == nil)
    }

    @Test func aThumbHashHoldsUpToTwentyFiveBytes() throws {
        let bytes = (0..<25).map { UInt8($0) }
        #expect(try #require(ThumbHash(bytes: bytes)).bytes == bytes)
        #expect(bytes.withUnsafeBytes { ThumbHash($0) }?.bytes == bytes)
        #expect((bytes + [0]).withUnsafeBytes { ThumbHash($0) } == nil)
        #expect(ThumbHash(bytes: bytes + [0]) == nil)
        #expect(ThumbHash(bytes: [])?.isEmpty == true)
    }

    @Test func aCoordinateOffTheGlobeIsRefused() {
        #expect(Coordinate(latitude: 90.1, longitude: 0) == nil)
        #expect(Coordinate(latitude: .nan, longitude: 0) == nil)
        #expect(Coordinate(latitude: -90, longitude: 180) != nil)
    }
}
