/// A union as read: its tag and the fields beside it. On input a member
/// without content may be the bare tag.
public struct WireUnion {
    public let tag: String
    public var fields: WireFields

    public init(_ json: JSONValue, at place: WirePlace) throws(WireError) {
        switch json {
        case .string(let tag):
            self.tag = tag
            fields = WireFields(members: [], at: place)
        case .object:
            fields = try WireFields(json, at: place)
            tag = try fields.required(".tag")
        default:
            throw WireError(place: place, reason: .expected("union", got: json.kind))
        }
    }

    /// What an unknown tag is: `other` to a tolerant reader, an error to a
    /// strict one.
    public func unknown<Value>(_ other: Value) throws(WireError) -> Value {
        guard fields.place.strictness == .tolerant else {
            throw WireError(place: fields.place, reason: .unknownTag(tag))
        }
        return other
    }

    /// An unknown tag where the union is closed, or where a tolerant reader
    /// has no meaning for it.
    public var unknownTag: WireError {
        WireError(place: fields.place, reason: .unknownTag(tag))
    }
}

/// A union whose members carry nothing: the raw value is the tag.
public protocol PlainUnion: RawRepresentable, WireEncodable, WireDecodable, Sendable
where RawValue == String {
    /// What an unknown tag is to a tolerant reader; nil where the union is
    /// closed.
    static var unknownMember: Self? { get }
}

extension PlainUnion {
    public static var unknownMember: Self? { nil }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        let union = try WireUnion(json, at: place)
        if let value = Self(rawValue: union.tag) {
            try union.fields.finish()
            self = value
        } else if let other = Self.unknownMember {
            self = try union.unknown(other)
        } else {
            throw union.unknownTag
        }
    }

    public func write(to writer: inout JSONWriter) {
        writer.tagged(rawValue)
    }
}

/// What a route answers with status 409.
public protocol WireFailure: WireEncodable, WireDecodable, Hashable, Error {
    /// The tags from the outermost inwards: the `error_summary` before its
    /// tail, such as `["path", "not_found"]`.
    var summary: [String] { get }
}

extension PlainUnion where Self: WireFailure {
    public var summary: [String] { [rawValue] }
}
