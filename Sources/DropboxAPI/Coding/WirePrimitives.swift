import Photos

extension Bool: WireEncodable, WireDecodable {
    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        guard case .boolean(let value) = json else {
            throw WireError(place: place, reason: .expected("boolean", got: json.kind))
        }
        self = value
    }

    public func write(to writer: inout JSONWriter) { writer.boolean(self) }
}

extension String: WireEncodable, WireDecodable {
    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        guard case .string(let value) = json else {
            throw WireError(place: place, reason: .expected("string", got: json.kind))
        }
        self = value
    }

    public func write(to writer: inout JSONWriter) { writer.string(self) }
}

/// Every integer of the wire is unsigned unless a type of its own says
/// otherwise.
extension Int64: WireEncodable, WireDecodable {
    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        guard case .integer(let value) = json else {
            throw WireError(place: place, reason: .expected("integer", got: json.kind))
        }
        guard value >= 0 else {
            throw WireError(place: place, reason: .invalid("\(value) is less than minimum 0"))
        }
        self = value
    }

    public func write(to writer: inout JSONWriter) { writer.integer(self) }
}

extension Int: WireEncodable, WireDecodable {
    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        self = Int(try Int64(json: json, at: place))
    }

    public func write(to writer: inout JSONWriter) { writer.integer(Int64(self)) }
}

extension Double: WireEncodable, WireDecodable {
    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        switch json {
        case .integer(let value): self = Double(value)
        case .number(let value): self = value
        default: throw WireError(place: place, reason: .expected("number", got: json.kind))
        }
    }

    public func write(to writer: inout JSONWriter) { writer.number(self) }
}

extension Array: WireEncodable where Element: WireEncodable {
    public func write(to writer: inout JSONWriter) {
        writer.array { writer in
            for element in self { element.write(to: &writer) }
        }
    }
}

extension Array: WireDecodable where Element: WireDecodable {
    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        guard case .array(let elements) = json else {
            throw WireError(place: place, reason: .expected("list", got: json.kind))
        }
        self = []
        reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            append(try Element(json: element, at: place.element(index)))
        }
    }
}

extension ContentHash: WireEncodable, WireDecodable {
    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        let text = try String(json: json, at: place)
        guard let hash = ContentHash(hexadecimal: text) else {
            throw WireError(place: place, reason: .invalid("expected 64 hexadecimal digits"))
        }
        self = hash
    }

    public func write(to writer: inout JSONWriter) { writer.plainString(hexadecimal.utf8) }
}

/// The argument or result of a route that has none: `null`.
public struct Nothing: Hashable, WireEncodable, WireDecodable, Sendable {
    public init() {}

    /// An empty object counts as none: some clients send one.
    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        switch json {
        case .null: break
        case .object: try WireFields(json, at: place).finish()
        default: throw WireError(place: place, reason: .expected("null", got: json.kind))
        }
    }

    public func write(to writer: inout JSONWriter) { writer.null() }
}

/// The failure of a route that has none of its own.
public enum NoFailure: String, PlainUnion, WireFailure {
    case other
    public static let unknownMember: NoFailure? = .other
}
