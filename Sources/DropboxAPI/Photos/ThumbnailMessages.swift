import Photos

/// The box that a thumbnail of the file plane is made for.
public enum ThumbnailBox: String, PlainUnion, Hashable, CaseIterable {
    case w32h32, w64h64, w128h128, w256h256, w480h320, w640h480, w960h640, w1024h768, w2048h1536,
        w3200h2400

    public var size: PixelSize {
        let numbers = rawValue.dropFirst().split(separator: "h").compactMap { Int($0) }
        return PixelSize(width: numbers[0], height: numbers[1])
    }
}

/// How a picture is fitted to its box.
public enum ThumbnailMode: String, PlainUnion, Hashable, CaseIterable {
    /// Within the box.
    case strict, bestfit
    /// As small as covers the box.
    case fitoneBestfit = "fitone_bestfit"
    /// As large as it is.
    case original
}

/// The form of a thumbnail's bytes.
public enum ThumbnailFormat: String, PlainUnion, Hashable {
    case jpeg, png, webp
}

/// What `files/get_thumbnail_v2` makes, and an entry of
/// `files/get_thumbnail_batch`.
public struct ThumbnailArgument: Hashable, Sendable {
    public var path: PathArgument
    public var format: ThumbnailFormat
    public var box: ThumbnailBox
    public var mode: ThumbnailMode
    public var excludeMediaInfo: Bool

    public init(
        path: PathArgument, format: ThumbnailFormat = .jpeg, box: ThumbnailBox = .w64h64,
        mode: ThumbnailMode = .strict, excludeMediaInfo: Bool = false
    ) {
        self.path = path
        self.format = format
        self.box = box
        self.mode = mode
        self.excludeMediaInfo = excludeMediaInfo
    }

    fileprivate init(path: PathArgument, _ fields: inout WireFields) throws(WireError) {
        self.init(
            path: path, format: try fields.optional("format", default: .jpeg),
            box: try fields.optional("size", default: .w64h64),
            mode: try fields.optional("mode", default: .strict),
            excludeMediaInfo: try fields.optional("exclude_media_info", default: false))
        // Another picture quality is not made here.
        _ = try fields.optional("quality", as: PolicyTag.self)
        try fields.finish()
    }

    fileprivate func writeFields(to writer: inout JSONWriter) {
        writer.field("format", format)
        writer.field("size", box)
        writer.field("mode", mode)
        if excludeMediaInfo { writer.field("exclude_media_info", true) }
    }
}

/// The argument of `files/get_thumbnail_v2`.
public struct GetThumbnailArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    public var thumbnail: ThumbnailArgument

    public init(_ thumbnail: ThumbnailArgument) {
        self.thumbnail = thumbnail
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        let resource: AnyJSON = try fields.required("resource")
        var union = try WireUnion(resource.json, at: place.field("resource"))
        guard union.tag == "path" else {
            throw WireError(
                place: place.field("resource"),
                reason: .invalid("only a 'path' is supported by this server"))
        }
        let path = try union.fields.path("path", .read)
        try union.fields.finish()
        thumbnail = try ThumbnailArgument(path: path, &fields)
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("resource") { writer in
                writer.tagged("path") { $0.field("path", thumbnail.path) }
            }
            thumbnail.writeFields(to: &writer)
        }
    }
}

/// What is in the header of `files/get_thumbnail_v2`.
public struct GetThumbnailResult: Hashable, Sendable, WireEncodable, WireDecodable {
    public var file: FileMetadata

    public init(file: FileMetadata) {
        self.file = file
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        file = try fields.required("file_metadata")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { $0.field("file_metadata", file) }
    }
}

/// Why no thumbnail was made.
public enum ThumbnailError: NestedFailure {
    case path(LookupError)
    case unsupportedExtension
    case unsupportedImage
    case conversionError
    case other

    static let lookups: [(String, @Sendable (LookupError) -> Self)] = [("path", { .path($0) })]
    static let plain: [(String, Self)] = [
        ("unsupported_extension", .unsupportedExtension), ("unsupported_image", .unsupportedImage),
        ("conversion_error", .conversionError),
    ]
    static let unknown = ThumbnailError.other
    var member: (tag: String, content: (any WireFailure)?) {
        if case .path(let error) = self { return ("path", error) }
        return plainMember()
    }
}

/// The argument of `files/get_thumbnail_batch`.
public struct ThumbnailBatchArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    /// Thumbnails of one call: 25.
    public static let limit = 25

    public var entries: [ThumbnailArgument]

    public init(entries: [ThumbnailArgument]) {
        self.entries = entries
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        let list: [Entry] = try fields.list("entries", count: 0...1000)
        entries = list.map(\.thumbnail)
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { $0.field("entries", entries.map(Entry.init)) }
    }

    private struct Entry: WireEncodable, WireDecodable {
        var thumbnail: ThumbnailArgument

        init(_ thumbnail: ThumbnailArgument) {
            self.thumbnail = thumbnail
        }

        init(json: JSONValue, at place: WirePlace) throws(WireError) {
            var fields = try WireFields(json, at: place)
            let path = try fields.path("path", .read)
            thumbnail = try ThumbnailArgument(path: path, &fields)
        }

        func write(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.field("path", thumbnail.path)
                thumbnail.writeFields(to: &writer)
            }
        }
    }
}

/// One thumbnail of `files/get_thumbnail_batch`.
public struct ThumbnailBatchEntry: Hashable, Sendable, WireEncodable, WireDecodable {
    public struct Made: Hashable, Sendable {
        public var metadata: FileMetadata
        /// The bytes of the picture, in the format that was asked for.
        public var picture: [UInt8]

        public init(metadata: FileMetadata, picture: [UInt8]) {
            self.metadata = metadata
            self.picture = picture
        }
    }

    public let result: Result<Made, ThumbnailError>

    public init(_ result: Result<Made, ThumbnailError>) {
        self.result = result
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var union = try WireUnion(json, at: place)
        switch union.tag {
        case "success":
            let bytes: WireBytes = try union.fields.required("thumbnail")
            result = .success(
                Made(metadata: try union.fields.required("metadata"), picture: bytes.bytes))
        case "failure": result = .failure(try union.fields.required("failure"))
        default: throw union.unknownTag
        }
    }

    public func write(to writer: inout JSONWriter) {
        switch result {
        case .success(let made):
            writer.tagged("success") { writer in
                writer.field("metadata", made.metadata)
                writer.field("thumbnail", WireBytes(made.picture))
            }
        case .failure(let error): writer.tagged("failure") { $0.field("failure", error) }
        }
    }
}

/// The result of `files/get_thumbnail_batch`: one entry for each of the
/// argument, in order.
public struct ThumbnailBatchResult: Hashable, Sendable, WireEncodable, WireDecodable {
    public var entries: [ThumbnailBatchEntry]

    public init(entries: [ThumbnailBatchEntry]) {
        self.entries = entries
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        entries = try fields.required("entries")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { $0.field("entries", entries) }
    }
}

/// Why a batch of thumbnails was not made as a whole.
public enum ThumbnailBatchError: String, PlainUnion, WireFailure {
    case tooManyFiles = "too_many_files"
    case other
    public static let unknownMember: ThumbnailBatchError? = .other
}
