/// What can be spelt on the wire.
public protocol WireEncodable {
    func write(to writer: inout JSONWriter)
}

/// What can be read from the wire.
public protocol WireDecodable {
    /// The value spelt by `json`, found at `place` of the message.
    init(json: JSONValue, at place: WirePlace) throws(WireError)
}

/// A message or a part of one: both ends use the same type.
public typealias WireValue = WireEncodable & WireDecodable & Sendable

extension WireEncodable {
    /// This value as the body of a message.
    public func jsonBytes(escaping: JSONWriter.Escaping = .minimal) -> [UInt8] {
        var writer = JSONWriter(escaping: escaping)
        write(to: &writer)
        return writer.bytes
    }

    /// This value as the text of a `Dropbox-API-Arg` or `Dropbox-API-Result`
    /// header.
    public var headerText: String {
        String(decoding: jsonBytes(escaping: .headerSafe), as: UTF8.self)
    }
}

extension WireDecodable {
    /// Reads a whole message.
    public init(
        jsonBytes bytes: [UInt8], strictness: WireStrictness,
        limits: JSONLimits = .argument
    ) throws(WireError) {
        let json: JSONValue
        do throws(JSONError) {
            json = try JSONParser.parse(bytes, limits: limits)
        } catch {
            throw WireError(place: WirePlace(strictness: strictness), reason: .json(error))
        }
        try self.init(json: json, at: WirePlace(strictness: strictness))
    }
}

/// How a reader meets what it does not know.
public enum WireStrictness: Hashable, Sendable {
    /// The server's end: an unknown field or tag is the sender's mistake and
    /// is refused, as the real service does.
    case strict
    /// The client's end: unknown fields are passed over, unknown tags are
    /// `other`, since a service adds both at any time.
    case tolerant
}

/// Where in a message a reader is, and how strict it is there.
public struct WirePlace: Hashable, Sendable {
    public let strictness: WireStrictness
    /// Names of the fields down to here, such as `entries[3].commit.path`.
    public let path: String

    public init(strictness: WireStrictness, path: String = "") {
        self.strictness = strictness
        self.path = path
    }

    /// The place of a field of this one.
    func field(_ name: String) -> WirePlace {
        WirePlace(strictness: strictness, path: path.isEmpty ? name : path + "." + name)
    }

    /// The place of an element of this one, counted from 0.
    func element(_ index: Int) -> WirePlace {
        WirePlace(strictness: strictness, path: path + "[\(index)]")
    }
}
