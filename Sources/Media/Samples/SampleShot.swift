import DecoderProtocol
import Photos

/// One picture of a sample folder and where it lies.
struct SampleShot {
    var folder: [UInt8]
    var stem: [UInt8]
    var fileExtension: String
    var picture: SamplePicture
}

extension SamplePlan {
    /// - Parameter number: of the picture, from 1.
    mutating func shot(
        number: Int, _ moment: CaptureTime, _ event: SampleEvent
    ) -> SampleShot {
        let format = writable(format(number))
        let isUndated = random.chance(2)
        let isScreenshot = format == .png
        var picture = SamplePicture(
            format: format, size: size(isScreenshot: isScreenshot), seed: random.next(),
            label: "#\(number) \(isUndated ? "UNDATED" : SampleText.day(moment))")
        if !isUndated, !isScreenshot {
            picture.exif = exif(moment, event)
        }
        if format == .jpeg || format == .webp {
            picture.exif.orientation = orientation(number)
        }
        let (stem, fileExtension): ([UInt8], String) =
            if isUndated {
                (Array("scan\(SampleText.padded(count("scan"), 4))".utf8), format.fileExtension)
            } else if isScreenshot {
                (Array("Screenshot_\(SampleText.compact(moment))".utf8), "png")
            } else {
                (name(moment, event), format == .jpeg ? jpegExtension(event) : format.fileExtension)
            }
        // The odd names come first, so that a small folder has them too.
        let isOdd = number % 7 == 3 && number / 7 < SampleWorld.oddNames.count
        return SampleShot(
            folder: folder(event, number), stem: isOdd ? SampleWorld.oddNames[number / 7] : stem,
            fileExtension: fileExtension, picture: picture)
    }

    private mutating func format(_ number: Int) -> SamplePicture.Format {
        // One of each among the first fifty, later a few per cent.
        switch number {
        case 12: return .png
        case 22: return .webp
        case 32: return .heic
        case 42: return .avif
        case ...50: return .jpeg
        default: break
        }
        switch random.number(below: 100) {
        case 0...1: return .png
        case 2: return .webp
        case 3: return .heic
        case 4: return .avif
        default: return .jpeg
        }
    }

    private mutating func size(isScreenshot: Bool) -> PixelSize {
        if isScreenshot { return PixelSize(width: 1080, height: 1920) }
        let isUpright = random.chance(25)
        let (long, short) = random.chance(4) ? (4032, 3024) : random.pick(Self.smallSizes)
        return isUpright
            ? PixelSize(width: short, height: long) : PixelSize(width: long, height: short)
    }

    private static var smallSizes: [(Int, Int)] {
        [(1600, 1200), (1600, 1200), (1600, 1200), (1620, 1080), (1600, 900), (1280, 1280)]
    }

    private mutating func orientation(_ number: Int) -> Int {
        // Each of the eight in every forty, for what must be told apart.
        if number % 40 < 8 { return number % 40 + 1 }
        switch random.number(below: 100) {
        case 0..<18: return 6
        case 18..<26: return 8
        case 26..<29: return 3
        default: return 1
        }
    }

    private mutating func exif(_ moment: CaptureTime, _ event: SampleEvent) -> SampleEXIF {
        var exif = SampleEXIF(
            dateTimeOriginal: SampleText.exif(moment), make: event.camera.make,
            model: event.camera.model)
        if event.camera.isPhone || random.chance(50) {
            exif.subSecTimeOriginal = SampleText.padded(moment.millisecond, 3)
        }
        if event.camera.isPhone, random.chance(90) {
            exif.offsetTimeOriginal = SampleText.offset(event.offset, separator: ":")
        }
        if event.camera.isPhone, random.chance(80) {
            exif.location = Coordinate(
                latitude: event.place.latitude + Double(random.number(in: -90...90)) / 10_000,
                longitude: event.place.longitude + Double(random.number(in: -90...90)) / 10_000)
        }
        return exif
    }

    private mutating func name(_ moment: CaptureTime, _ event: SampleEvent) -> [UInt8] {
        let name: String
        switch event.camera.naming {
        case .counter(let prefix):
            let number = (count(event.camera.model) - 1) % 9999 + 1
            name = prefix + SampleText.padded(number, 4)
        case .clock(let prefix):
            name = prefix + SampleText.compact(moment, separator: "_")
        case .clockInUTC(let prefix):
            let utc = moment.advanced(byMilliseconds: -Int64(event.offset) * 60_000)
            name =
                prefix + SampleText.compact(utc, separator: "_")
                + SampleText.padded(utc.millisecond, 3)
        case .cameraUploads:
            name = SampleText.day(moment) + " " + SampleText.clock(moment, separator: ".")
        }
        return Array(name.utf8)
    }

    private func jpegExtension(_ event: SampleEvent) -> String {
        if case .counter = event.camera.naming { "JPG" } else { "jpg" }
    }

    private mutating func folder(_ event: SampleEvent, _ number: Int) -> [UInt8] {
        let year = SampleText.padded(event.start.date.year, 4)
        switch event.camera.naming {
        case .cameraUploads:
            return Array("Camera Uploads".utf8)
        case .clock, .clockInUTC:
            let month = SampleText.padded(event.start.date.month, 2)
            return Array("Phone/DCIM/Camera/\(year)/\(month)".utf8)
        case .counter:
            let day = SampleText.day(event.start)
            return Array("\(year)/\(day) \(event.occasion), \(event.place.name)".utf8)
        }
    }
}

extension SamplePicture.Format {
    var fileExtension: String {
        switch self {
        case .jpeg: "jpg"
        case .png: "png"
        case .webp: "webp"
        case .heic: "heic"
        case .avif: "avif"
        }
    }
}
