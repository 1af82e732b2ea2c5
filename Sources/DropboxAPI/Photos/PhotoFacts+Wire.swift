import Photos

extension PhotoFacts {
    init(_ fields: inout WireFields) throws(WireError) {
        metadata = PhotoMetadata(kind: try fields.photoKind())
        let width: Int? = try fields.optional("width")
        let height: Int? = try fields.optional("height")
        if let width, let height { metadata.size = PixelSize(width: width, height: height) }
        metadata.durationMilliseconds = try fields.optional("duration_ms")
        metadata.taken = try fields.optional("taken_local")
        metadata.utcOffsetMinutes = try fields.offsetMinutes("utc_offset_minutes")
        metadata.dateSource = try fields.named("date_source", DateSource.allCases, \.name, .none)
        metadata.zone = try fields.named("zone", ZoneSource.allCases, \.name, .unknown)
        metadata.location = try fields.optional("gps")
        metadata.camera = try fields.optional("camera")
        metadata.traits.form = try fields.named("form", MediaForm.all, \.name, .still)
        metadata.traits.isAnimated = try fields.optional("is_animated", default: false)
        metadata.traits.motion = try fields.optional("motion")
        metadata.traits.contentIdentifier = try fields.optional("live_group")
        let bytes: WireBytes? = try fields.optional("thumbhash")
        thumbHash = bytes.flatMap { ThumbHash(bytes: $0.bytes) }
    }

    /// Fields without braces. What is not known is absent.
    func writeFields(to writer: inout JSONWriter) {
        writer.field("kind", metadata.kind.name)
        writer.field("width", metadata.size?.width)
        writer.field("height", metadata.size?.height)
        writer.field("duration_ms", metadata.durationMilliseconds)
        writer.field("taken_local", metadata.taken)
        if let minutes = metadata.utcOffsetMinutes {
            writer.field("utc_offset_minutes") { $0.integer(Int64(minutes)) }
        }
        writer.field("date_source", metadata.dateSource.name)
        writer.field("zone", metadata.zone.name)
        writer.field("gps", metadata.location)
        writer.field("camera", metadata.camera)
        writer.field("form", metadata.traits.form.name)
        if metadata.traits.isAnimated { writer.field("is_animated", true) }
        writer.field("motion", metadata.traits.motion)
        writer.field("live_group", metadata.traits.contentIdentifier)
        writer.field("thumbhash", thumbHash.map { WireBytes($0.bytes) })
    }
}

extension WireFields {
    /// `kind`: `photo` or `video`.
    mutating func photoKind() throws(WireError) -> PhotoKind {
        let kinds = [PhotoKind.photo, .video]
        let name: String = try required("kind")
        guard let kind = kinds.first(where: { $0.name == name }) else {
            throw WireError(place: place.field("kind"), reason: .unknownTag(name))
        }
        return kind
    }

    /// A value by its name. An unknown name is what nothing is known of: a
    /// server may be newer than its client.
    mutating func named<Value>(
        _ field: String, _ values: some Sequence<Value>, _ name: (Value) -> String,
        _ unknown: Value
    ) throws(WireError) -> Value {
        guard let text: String = try optional(field) else { return unknown }
        return values.first { name($0) == text } ?? unknown
    }

    /// Minutes east of UTC; west is negative.
    mutating func offsetMinutes(_ name: String) throws(WireError) -> Int? {
        guard let json: AnyJSON = try optional(name) else { return nil }
        guard case .integer(let minutes) = json.json, abs(minutes) <= 24 * 60 else {
            throw WireError(
                place: place.field(name),
                reason: .invalid("expected minutes between -1440 and 1440"))
        }
        return Int(minutes)
    }
}

extension MediaForm {
    static let all: [MediaForm] = [.still, .raw, .film]

    /// The name on the wire.
    var name: String {
        switch self {
        case .still: "still"
        case .raw: "raw"
        case .film: "film"
        }
    }
}

extension ZoneSource {
    /// The name on the wire.
    var name: String {
        switch self {
        case .unknown: "unknown"
        case .written: "written"
        case .place: "place"
        case .utc: "utc"
        case .neighbours: "neighbours"
        }
    }
}

extension CaptureTime: WireEncodable, WireDecodable {
    /// `2014-04-09T12:34:56.780`, a clock's reading without an offset.
    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        let text = try String(json: json, at: place)
        let bytes = Array(text.utf8)
        let pattern = Array("dddd-dd-ddTdd:dd:dd.ddd".utf8)
        func number(_ range: Range<Int>) -> Int {
            bytes[range].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        }
        let isFormed =
            bytes.count == pattern.count
            && zip(bytes, pattern).allSatisfy { byte, wanted in
                wanted == UInt8(ascii: "d")
                    ? (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) : byte == wanted
            }
        guard isFormed,
            let time = CaptureTime(
                year: number(0..<4), month: number(5..<7), day: number(8..<10),
                hour: number(11..<13), minute: number(14..<16), second: number(17..<19),
                millisecond: number(20..<23))
        else {
            throw WireError(
                place: place,
                reason: .invalid("'\(text.prefix(100))' is not YYYY-MM-DDTHH:MM:SS.mmm"))
        }
        self = time
    }

    public func write(to writer: inout JSONWriter) { writer.plainString(description.utf8) }
}

extension Coordinate: WireEncodable, WireDecodable {
    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        let latitude: Double = try fields.required("latitude")
        let longitude: Double = try fields.required("longitude")
        try fields.finish()
        guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
            throw WireError(place: place, reason: .invalid("is no place on Earth"))
        }
        self = coordinate
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("latitude", latitude)
            writer.field("longitude", longitude)
        }
    }
}

extension MotionPart: WireEncodable, WireDecodable {
    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        let offset: Int64 = try fields.required("offset")
        let length: Int64 = try fields.required("length")
        try fields.finish()
        guard let part = MotionPart(offset: offset, length: length) else {
            throw WireError(place: place, reason: .invalid("is no part of a file"))
        }
        self = part
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("offset", offset)
            writer.field("length", length)
        }
    }
}
