import Photos

/// Where and with what the people of a sample folder take photos.
enum SampleWorld {
    struct Place {
        let name: String
        let latitude: Double
        let longitude: Double
        /// Minutes east of UTC, from November to March and from April to
        /// October: near enough to the real rules.
        let winterOffset: Int
        let summerOffset: Int

        func offset(inMonth month: Int) -> Int {
            (4...10).contains(month) ? summerOffset : winterOffset
        }
    }

    /// How a camera names its files.
    enum Naming {
        /// `IMG_0123.JPG`
        case counter(prefix: String)
        /// `IMG_20140409_123456.jpg`
        case clock(prefix: String)
        /// `PXL_20140409_103456780.jpg`, in UTC.
        case clockInUTC(prefix: String)
        /// Dropbox's `2015-11-29 13.54.12.jpg`.
        case cameraUploads
    }

    struct Camera {
        let make: String
        let model: String
        let naming: Naming
        /// Phones know where they are and what the offset is.
        let isPhone: Bool
    }

    static let places = [
        Place(name: "Lisbon", latitude: 38.7139, longitude: -9.1334, 0, 60),
        Place(name: "Paris", latitude: 48.8584, longitude: 2.2945, 60, 120),
        Place(name: "Berlin", latitude: 52.5186, longitude: 13.3763, 60, 120),
        Place(name: "Tromsø", latitude: 69.6492, longitude: 18.9553, 60, 120),
        Place(name: "New York", latitude: 40.7061, longitude: -73.9969, -300, -240),
        Place(name: "San Francisco", latitude: 37.8199, longitude: -122.4783, -480, -420),
        Place(name: "Kyoto", latitude: 34.9671, longitude: 135.7727, 540, 540),
        Place(name: "Mumbai", latitude: 18.9220, longitude: 72.8347, 330, 330),
        Place(name: "Kathmandu", latitude: 27.7149, longitude: 85.3123, 345, 345),
        Place(name: "Cape Town", latitude: -33.9628, longitude: 18.4098, 120, 120),
        Place(name: "Ushuaia", latitude: -54.8019, longitude: -68.3030, -180, -180),
    ]

    static let occasions = [
        "Birthday", "Hike", "Wedding", "Weekend", "Garden", "Concert", "Snow", "Beach", "Market",
        "New Year", "School", "Cats", "Moving house", "Picnic", "Museum",
    ]

    static let cameras = [
        Camera("Canon", "Canon EOS 70D", .counter(prefix: "IMG_"), isPhone: false),
        Camera("NIKON CORPORATION", "NIKON D750", .counter(prefix: "DSC_"), isPhone: false),
        Camera("Panasonic", "DMC-TZ61", .counter(prefix: "P10"), isPhone: false),
        Camera("Apple", "iPhone 8", .counter(prefix: "IMG_"), isPhone: true),
        Camera("samsung", "SM-G973F", .clock(prefix: ""), isPhone: true),
        Camera("Xiaomi", "Mi A1", .clock(prefix: "IMG_"), isPhone: true),
        Camera("Google", "Pixel 6", .clockInUTC(prefix: "PXL_"), isPhone: true),
        Camera("Apple", "iPhone 6", .cameraUploads, isPhone: true),
    ]

    /// Names that programs stumble over, without extension, as bytes.
    static let oddNames: [[UInt8]] = [
        Array("with  two spaces and a trailing one ".utf8),
        Array("🏖️ am Strand 👨‍👩‍👧‍👦".utf8),
        // The same letters composed and decomposed: two files.
        Array("Caf\u{E9} im Gr\u{FC}nen".utf8),
        Array("Cafe\u{301} im Gru\u{308}nen".utf8),
        // Latin-1, which is not UTF-8.
        [
            0x43, 0x61, 0x66, 0xE9, 0x20, 0x28, 0x6E, 0x6F, 0x74, 0x20, 0x55, 0x54, 0x46, 0x2D,
            0x38, 0x29,
        ],
        Array(String(repeating: "a very long name that goes on and on, ", count: 6).utf8),
        Array("-rf --help".utf8),
        Array("100% \"quoted\" & 'single' #1?".utf8),
        Array("two\nlines".utf8),
        Array("write‏right‎left שלום".utf8),
        Array("no.dots.are.extensions".utf8),
        Array("IMG_0001.jpg".utf8),
    ]
}

extension SampleWorld.Place {
    init(name: String, latitude: Double, longitude: Double, _ winter: Int, _ summer: Int) {
        self.init(
            name: name, latitude: latitude, longitude: longitude, winterOffset: winter,
            summerOffset: summer)
    }
}

extension SampleWorld.Camera {
    init(_ make: String, _ model: String, _ naming: SampleWorld.Naming, isPhone: Bool) {
        self.init(make: make, model: model, naming: naming, isPhone: isPhone)
    }
}
