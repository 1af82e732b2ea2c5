/// The argument of `carousel/photos/list`.
public struct ListPhotosArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    /// Entries of each page at most, of the pages behind it too: 1 to 10,000.
    public var limit: Int?

    public init(limit: Int? = nil) {
        self.limit = limit
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(orNone: json, at: place)
        if fields.contains("limit") {
            limit = try fields.number("limit", in: 1...PhotoLimits().listPage, default: 1)
        } else {
            limit = nil
            fields.ignore("limit")
        }
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { $0.field("limit", limit) }
    }
}

/// One change of the photo feed.
public enum PhotoChange: Hashable, Sendable {
    case present(PhotoEntry)
    /// No photo has the id any more. A listing has none of these.
    case deleted(FileID)
}

extension PhotoChange: WireEncodable, WireDecodable {
    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        guard json["deleted"] == .boolean(true) else {
            self = .present(try PhotoEntry(json: json, at: place))
            return
        }
        var fields = try WireFields(json, at: place)
        fields.ignore("deleted")
        self = .deleted(try fields.required("id"))
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        switch self {
        case .present(let entry): entry.write(to: &writer)
        case .deleted(let id):
            writer.object { writer in
                writer.field("id", id)
                writer.field("deleted", true)
            }
        }
    }
}

/// A page of the photo feed.
public struct ListPhotosResult: Hashable, Sendable, WireEncodable, WireDecodable {
    /// Apply them in order.
    public var entries: [PhotoChange]
    public var cursor: ListCursor
    public var hasMore: Bool
    /// What all pages up to this one reach; those of a listing reach the
    /// point at which it began.
    public var mark: FeedMark
    /// Entries that could not be understood, each with the reason. They are
    /// reported and never stop the feed.
    public var unreadableEntries: [WireError]

    public init(entries: [PhotoChange], cursor: ListCursor, hasMore: Bool, mark: FeedMark) {
        self.entries = entries
        self.cursor = cursor
        self.hasMore = hasMore
        self.mark = mark
        unreadableEntries = []
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        let elements: [AnyJSON] = try fields.required("entries")
        cursor = try fields.required("cursor")
        hasMore = try fields.required("has_more")
        mark = try FeedMark(&fields)
        entries = []
        unreadableEntries = []
        entries.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            do throws(WireError) {
                let place = place.field("entries").element(index)
                entries.append(try PhotoChange(json: element.json, at: place))
            } catch {
                unreadableEntries.append(error)
            }
        }
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("entries", entries)
            writer.field("cursor", cursor)
            writer.field("has_more", hasMore)
            mark.writeFields(to: &writer)
        }
    }
}

/// Why the photo feed cannot be read on.
public enum ListPhotosError: String, PlainUnion, WireFailure {
    /// The cursor is of no use any more: list anew and compare.
    case reset
    case other
    public static let unknownMember: ListPhotosError? = .other
}
