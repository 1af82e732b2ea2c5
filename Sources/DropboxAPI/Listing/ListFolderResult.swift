/// A page of a listing or of the changes behind it.
public struct ListFolderResult: Hashable, Sendable, WireEncodable, WireDecodable {
    /// Apply them in order.
    public var entries: [Metadata]
    public var cursor: ListCursor
    public var hasMore: Bool
    /// Entries that could not be understood, each with the reason. They are
    /// reported and never stop the feed.
    public var unreadableEntries: [WireError]

    public init(entries: [Metadata], cursor: ListCursor, hasMore: Bool) {
        self.entries = entries
        self.cursor = cursor
        self.hasMore = hasMore
        unreadableEntries = []
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        let elements: [AnyJSON] = try fields.required("entries")
        cursor = try fields.required("cursor")
        hasMore = try fields.required("has_more")
        entries = []
        unreadableEntries = []
        entries.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            do throws(WireError) {
                let place = place.field("entries").element(index)
                entries.append(try Metadata(json: element.json, at: place))
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
        }
    }
}

/// A value that is read later.
struct AnyJSON: WireDecodable, Hashable, Sendable {
    let json: JSONValue

    init(json: JSONValue, at place: WirePlace) throws(WireError) {
        self.json = json
    }
}

/// The argument or result that is a cursor alone.
public struct CursorMessage: Hashable, Sendable, WireEncodable, WireDecodable {
    public var cursor: ListCursor

    public init(cursor: ListCursor) {
        self.cursor = cursor
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        cursor = try fields.required("cursor")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { $0.field("cursor", cursor) }
    }
}
