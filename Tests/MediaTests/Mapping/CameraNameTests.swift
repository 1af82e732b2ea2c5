import Testing

@testable import Media

struct CameraNameTests {
    @Test(arguments: [
        ("Canon", "Canon EOS 70D", "Canon EOS 70D"),
        ("NIKON CORPORATION", "NIKON D70", "NIKON D70"),
        ("NIKON", "E5000", "NIKON E5000"),
        ("Hewlett-Packard", "HP PhotoSmart 318", "HP PhotoSmart 318"),
        ("Apple", "iPhone 8", "Apple iPhone 8"),
        ("samsung", "SAMSUNG GT-I9000", "SAMSUNG GT-I9000"),
        ("FLIR Systems AB", "", "FLIR Systems AB"), ("", "DMC-LX3", "DMC-LX3"),
        ("SONY  \0junk", " DSC-P12 ", "SONY DSC-P12"),
        ("Eastman\nKodak", "CLAS", "Eastman Kodak CLAS"),
    ])
    func theMakerIsNotNamedTwice(make: String, model: String, name: String) {
        #expect(CameraName.name(make: make, model: model) == name)
    }

    @Test func nothingIsNoName() {
        #expect(CameraName.name(make: nil, model: nil) == nil)
        #expect(CameraName.name(make: " \0", model: "\0\0") == nil)
    }

    @Test func aNameIsNeverLong() throws {
        let name = try #require(
            CameraName.name(make: nil, model: String(repeating: "x", count: 100_000)))
        #expect(name.count == 200)
    }
}
