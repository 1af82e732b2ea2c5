import Photos

/// What a photo or film shows, as the public service tells it.
public enum MediaInfo: Hashable, Sendable {
    /// It has not been read yet.
    case pending
    case metadata(MediaMetadata)
}

/// What is known of a photo or film.
public struct MediaMetadata: Hashable, Sendable {
    public var kind: PhotoKind
    public var dimensions: PixelSize?
    public var location: Coordinate?
    /// What the camera's clock showed, spelt as if it were UTC, as the public
    /// service does.
    public var timeTaken: Timestamp?
    /// Films only.
    public var durationMilliseconds: Int?

    public init(
        kind: PhotoKind, dimensions: PixelSize? = nil, location: Coordinate? = nil,
        timeTaken: Timestamp? = nil, durationMilliseconds: Int? = nil
    ) {
        self.kind = kind
        self.dimensions = dimensions
        self.location = location
        self.timeTaken = timeTaken
        self.durationMilliseconds = durationMilliseconds
    }
}

extension MediaInfo: WireEncodable, WireDecodable {
    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var union = try WireUnion(json, at: place)
        switch union.tag {
        case "pending": self = .pending
        case "metadata": self = .metadata(try union.fields.required("metadata"))
        default: throw union.unknownTag
        }
    }

    public func write(to writer: inout JSONWriter) {
        switch self {
        case .pending: writer.tagged("pending")
        case .metadata(let metadata):
            writer.tagged("metadata") { $0.field("metadata", metadata) }
        }
    }
}

extension MediaMetadata: WireEncodable, WireDecodable {
    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var union = try WireUnion(json, at: place)
        switch union.tag {
        case "photo": kind = .photo
        case "video": kind = .video
        default: throw union.unknownTag
        }
        if let size: AnyJSON = try union.fields.optional("dimensions") {
            var fields = try WireFields(size.json, at: place.field("dimensions"))
            dimensions = PixelSize(
                width: try fields.required("width"), height: try fields.required("height"))
        }
        location = try union.fields.optional("location")
        timeTaken = try union.fields.optional("time_taken")
        durationMilliseconds = try union.fields.optional("duration")
        try union.fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.tagged(kind.name) { writer in
            if let dimensions {
                writer.field("dimensions") { writer in
                    writer.object { writer in
                        writer.field("height", dimensions.height)
                        writer.field("width", dimensions.width)
                    }
                }
            }
            writer.field("location", location)
            writer.field("time_taken", timeTaken)
            writer.field("duration", durationMilliseconds)
        }
    }
}
