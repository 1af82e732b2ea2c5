import Photos

extension DecoderRequest {
    /// The message of this request.
    public var message: [UInt8] {
        var writer = MessageWriter()
        switch self {
        case .facts: writer.put(1 as UInt8)
        case .thumbnails: writer.put(2 as UInt8)
        case .picture(let maxSide, let format):
            writer.put(3 as UInt8)
            writer.put(UInt16(clamping: maxSide))
            writer.put(format.rawValue)
        case .samplePicture(let sample):
            writer.put(4 as UInt8)
            sample.write(to: &writer)
        case .sidecar: writer.put(5 as UInt8)
        }
        return writer.bytes
    }

    /// The request that a message holds.
    public init(message: [UInt8]) throws(ProtocolError) {
        var reader = MessageReader(message)
        switch try reader.take(UInt8.self) {
        case 1: self = .facts
        case 2: self = .thumbnails
        case 3:
            let maxSide = Int(try reader.take(UInt16.self))
            guard Self.pictureSides.contains(maxSide) else { throw .badValue(of: "maxSide") }
            let tag = try reader.take(UInt8.self)
            guard let format = PictureFormat(rawValue: tag) else {
                throw .unknownTag(tag, of: "picture format")
            }
            self = .picture(maxSide: maxSide, format: format)
        case 4: self = .samplePicture(try SamplePicture(from: &reader))
        case 5: self = .sidecar
        case let tag: throw .unknownTag(tag, of: "request")
        }
        try reader.finish()
    }
}

extension SamplePicture {
    fileprivate func write(to writer: inout MessageWriter) {
        writer.put(format.rawValue)
        writer.put(UInt16(size.width))
        writer.put(UInt16(size.height))
        writer.put(seed)
        writer.put(label)
        exif.write(to: &writer)
    }

    fileprivate init(from reader: inout MessageReader) throws(ProtocolError) {
        let tag = try reader.take(UInt8.self)
        guard let format = Format(rawValue: tag) else {
            throw .unknownTag(tag, of: "sample format")
        }
        let size = PixelSize(
            width: Int(try reader.take(UInt16.self)), height: Int(try reader.take(UInt16.self)))
        guard Self.sides.contains(size.width), Self.sides.contains(size.height) else {
            throw .badValue(of: "sample size")
        }
        let seed = try reader.take(UInt64.self)
        // A character of a label may have several bytes.
        let label = try reader.takeText(upTo: 16 * Self.labelCapacity, "label")
        self.init(
            format: format, size: size, seed: seed, label: label,
            exif: try SampleEXIF(from: &reader))
    }
}

extension SampleEXIF {
    /// The most bytes of a text.
    fileprivate static let textCapacity = 128

    fileprivate func write(to writer: inout MessageWriter) {
        for text in [
            dateTimeOriginal, subSecTimeOriginal, offsetTimeOriginal, make, model,
        ] {
            writer.putOptional(text) { writer, text in
                writer.put(text.cut(toBytes: Self.textCapacity))
            }
        }
        writer.putOptional(location) { $1.write(to: &$0) }
        writer.put(UInt8((1...8).contains(orientation) ? orientation : 1))
    }

    fileprivate init(from reader: inout MessageReader) throws(ProtocolError) {
        func text(_ what: String) throws(ProtocolError) -> String? {
            try reader.takeOptional(what) { reader throws(ProtocolError) in
                try reader.takeText(upTo: Self.textCapacity, what)
            }
        }
        self.init()
        dateTimeOriginal = try text("DateTimeOriginal")
        subSecTimeOriginal = try text("SubSecTimeOriginal")
        offsetTimeOriginal = try text("OffsetTimeOriginal")
        make = try text("Make")
        model = try text("Model")
        location = try reader.takeOptional("location", Coordinate.init(from:))
        orientation = Int(try reader.take(UInt8.self))
        guard (1...8).contains(orientation) else { throw .badValue(of: "orientation") }
    }
}

extension String {
    /// The longest beginning, in whole Unicode scalars, of so many bytes.
    func cut(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(utf8.startIndex, offsetBy: limit)
        while end.samePosition(in: unicodeScalars) == nil {
            end = utf8.index(before: end)
        }
        return String(self[..<end])
    }
}

extension Coordinate {
    func write(to writer: inout MessageWriter) {
        writer.put(latitude)
        writer.put(longitude)
    }

    init(from reader: inout MessageReader) throws(ProtocolError) {
        let latitude = try reader.takeDouble()
        let longitude = try reader.takeDouble()
        guard let place = Coordinate(latitude: latitude, longitude: longitude) else {
            throw .badValue(of: "coordinate")
        }
        self = place
    }
}
