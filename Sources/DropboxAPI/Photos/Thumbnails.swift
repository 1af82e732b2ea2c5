import Photos

/// The thumbnails of the photo plane.
public enum WireThumbnailSize: String, PlainUnion, Hashable, CaseIterable {
    /// 75 × 75 px, a square cut from the middle.
    case s75
    /// 256 × 256 px, a square cut from the middle.
    case s256
    /// The whole picture, its longer side at most 2048 px.
    case s2048
}

/// The argument of `carousel/thumbs/batch`. It is the body of the request, as
/// five hundred hashes are too many for a header.
public struct ThumbnailsArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    /// 1 to 500.
    public var contentHashes: [ContentHash]
    public var size: WireThumbnailSize

    public init(contentHashes: [ContentHash], size: WireThumbnailSize) {
        self.contentHashes = contentHashes
        self.size = size
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        contentHashes = try fields.list("content_hashes", count: 1...PhotoLimits().thumbnailBatch)
        size = try fields.required("size")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("content_hashes", contentHashes)
            writer.field("size", size)
        }
    }
}

/// What is in the header of a `carousel/thumbs/batch`.
public struct ThumbnailsResult: Hashable, Sendable, WireEncodable, WireDecodable {
    /// Thumbnails in the body.
    public var made: Int

    public init(made: Int) {
        self.made = made
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        made = try fields.required("made")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { $0.field("made", made) }
    }
}

/// One thumbnail of a batch.
public enum BatchedThumbnail: Hashable, Sendable {
    /// The bytes of a JPEG.
    case jpeg([UInt8])
    /// It will be there later.
    case pending
    /// The photo has none; its entry says why.
    case failed
    /// The account has no photo of that content.
    case notFound
}

/// The body of a `carousel/thumbs/batch`: for each hash of the argument, in
/// order, four bytes, the first the highest, and the bytes of a JPEG. The
/// four bytes are its length, or one of the three highest numbers for those
/// that are not there.
public enum ThumbnailBatchCoding {
    private static let pending: UInt32 = .max
    private static let failed: UInt32 = .max - 1
    private static let notFound: UInt32 = .max - 2
    /// Bytes of one thumbnail at most: a reader refuses more.
    public static let thumbnailCapacity = 8 << 20

    /// Adds one thumbnail to a body.
    public static func append(_ thumbnail: BatchedThumbnail, to body: inout [UInt8]) {
        switch thumbnail {
        case .jpeg(let bytes):
            append(UInt32(bytes.count), to: &body)
            body.append(contentsOf: bytes)
        case .pending: append(pending, to: &body)
        case .failed: append(failed, to: &body)
        case .notFound: append(notFound, to: &body)
        }
    }

    /// Adds the bytes of a JPEG to a body.
    public static func append(_ jpeg: UnsafeRawBufferPointer, to body: inout [UInt8]) {
        append(UInt32(jpeg.count), to: &body)
        body.append(contentsOf: jpeg)
    }

    /// The thumbnails of a whole body; nil for one that is cut short, has
    /// bytes left over or a thumbnail of more than `thumbnailCapacity`.
    public static func thumbnails(in body: [UInt8], count: Int) -> [BatchedThumbnail]? {
        var thumbnails: [BatchedThumbnail] = []
        var index = 0
        for _ in 0..<count {
            guard index + 4 <= body.count else { return nil }
            let length = body[index..<index + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            index += 4
            switch length {
            case pending: thumbnails.append(.pending)
            case failed: thumbnails.append(.failed)
            case notFound: thumbnails.append(.notFound)
            default:
                let end = index + Int(length)
                guard Int(length) <= thumbnailCapacity, end <= body.count else { return nil }
                thumbnails.append(.jpeg(Array(body[index..<end])))
                index = end
            }
        }
        return index == body.count ? thumbnails : nil
    }

    private static func append(_ word: UInt32, to body: inout [UInt8]) {
        for shift in [24, 16, 8, 0] as [UInt32] {
            body.append(UInt8(truncatingIfNeeded: word >> shift))
        }
    }
}
