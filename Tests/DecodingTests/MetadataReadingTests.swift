@testable import Decoding
import Photos
import TestSupport
import Testing

@Suite struct MetadataReadingTests {
    private func place(_ latitude: String, _ ref: String?, _ longitude: String, _ other: String?)
        -> Coordinate?
    {
        EXIFPlace.coordinate(
            latitude: latitude, latitudeReference: ref, longitude: longitude,
            longitudeReference: other)
    }

    /// Seconds whose dividend has 32 bits, as iPhones write them.
    @Test func fractionsOfMoreThan31BitsAreExact() throws {
        let found = try #require(
            place("47/1 12/1 2564660003/100000000", "N", "106/1 14/1 3517834504/100000000", "E"))
        #expect(abs(found.latitude - 47.2071240555) < 1e-9)
        #expect(abs(found.longitude - 106.2431050957) < 1e-9)
    }

    @Test func placesAreReadInEveryFormThatIsWritten() {
        #expect(place("38/1 24311687/1000000 0/1", "S", "144/1 0/1 0/0", "E")?.longitude == 144)
        #expect(
            place("47,30N", nil, "8,15.5W", nil)
                == Coordinate(latitude: 47.5, longitude: -(8 + 15.5 / 60)))
        #expect(
            place("47,30,36S", nil, "8.25E", nil) == Coordinate(latitude: -47.51, longitude: 8.25))
    }

    @Test func whatIsNoPlaceIsNone() {
        #expect(place("48/1 15/1 595404032/1000", "N", "2/1 0/1 0/1", "E") == nil)
        #expect(place("48/1 15/1 0/1", nil, "2/1 0/1 0/1", "E") == nil)
        #expect(place("48/1 1/0 0/1", "N", "2/1 0/1 0/1", "E") == nil)
        #expect(place("", "N", "", "E") == nil)
        #expect(place("-48/1 0/1 0/1", "N", "2/1", "E") == nil)
        #expect(place("./.", "N", "2/1", "E") == nil)
        #expect(place("N", nil, "E", nil) == nil)
    }

    @Test func filmsTellTheirPlaceInDecimalDegrees() {
        #expect(
            ISO6709.coordinate("+52.4597+013.3220+051.120/")
                == Coordinate(latitude: 52.4597, longitude: 13.322))
        #expect(ISO6709.coordinate("-33.9+018.4/") == Coordinate(latitude: -33.9, longitude: 18.4))
        #expect(ISO6709.coordinate("+5227.5+01319.3/") == nil)
        #expect(ISO6709.coordinate("52.4,13.3") == nil)
        #expect(ISO6709.coordinate("") == nil)
    }

    private func text(_ bytes: [UInt8]) -> String? {
        bytes.withUnsafeBufferPointer { FieldText.text($0) }
    }

    @Test func aFieldIsTrimmedAndNeverEmptyOrEndless() {
        #expect(text(Array(" Canon \0\0".utf8)) == "Canon")
        #expect(text(Array(" \0\n ".utf8)) == nil)
        #expect(text([]) == nil)
        #expect(text(Array(repeating: 0x61, count: 256)) == String(repeating: "a", count: 256))
        #expect(text(Array(repeating: 0x61, count: 257)) == nil)
        #expect(text([0x61, 0xFF, 0x62]) == "a\u{FFFD}b")
    }

    /// A note with one entry: tag 0x11, ASCII, 5 bytes at offset 32.
    private let note: [UInt8] =
        Array("Apple iOS\0\0\u{1}MM".utf8) + [0, 1, 0, 0x11, 0, 2, 0, 0, 0, 5, 0, 0, 0, 32]
        + [0, 0, 0, 0] + Array("A1-2\0".utf8)

    private func identifier(_ note: [UInt8]) -> String? {
        note.withUnsafeBytes { AppleMakerNote.contentIdentifier(in: $0) }
    }

    @Test func applesNoteTellsTheContentIdentifier() {
        #expect(identifier(note) == "A1-2")
        for length in 0..<note.count { #expect(identifier(Array(note.prefix(length))) == nil) }
    }

    @Test func changedNotesNeverTrap() {
        var random = SplitMix64(seed: 8)
        for _ in 0..<20_000 {
            var changed = note
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                changed[Int.random(in: 0..<changed.count, using: &random)] = UInt8.random(
                    in: 0...255, using: &random)
            }
            _ = identifier(changed)
        }
    }
}
