/// The members of one object, taken out one by one; `finish` tells what
/// nobody asked for.
public struct WireFields {
    private let members: [JSONMember]
    private var isTaken: [Bool]
    public let place: WirePlace

    /// - Throws: when the value is no object.
    public init(_ json: JSONValue, at place: WirePlace) throws(WireError) {
        guard case .object(let members) = json else {
            throw WireError(place: place, reason: .expected("object", got: json.kind))
        }
        self.init(members: members, at: place)
    }

    /// As `init(_:at:)`; `null` is an object without members, for arguments of
    /// which every field has a default.
    init(orNone json: JSONValue, at place: WirePlace) throws(WireError) {
        if json == .null {
            self.init(members: [], at: place)
        } else {
            try self.init(json, at: place)
        }
    }

    init(members: [JSONMember], at place: WirePlace) {
        self.members = members
        isTaken = Array(repeating: false, count: members.count)
        self.place = place
    }

    /// The value of a field that must be there.
    public mutating func required<Value: WireDecodable>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(WireError) -> Value {
        guard let json = take(name) else {
            throw WireError(place: place, reason: .missingField(name))
        }
        return try Value(json: json, at: place.field(name))
    }

    /// The value of a field that may be absent or `null`.
    public mutating func optional<Value: WireDecodable>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(WireError) -> Value? {
        guard let json = take(name), json != .null else { return nil }
        return try Value(json: json, at: place.field(name))
    }

    /// The value of a field that has a default when absent.
    public mutating func optional<Value: WireDecodable>(
        _ name: String, default value: Value
    ) throws(WireError) -> Value {
        try optional(name) ?? value
    }

    /// A whole number within bounds, or the default when absent.
    public mutating func number(
        _ name: String, in range: ClosedRange<Int>, default value: Int
    ) throws(WireError) -> Int {
        guard let number: Int = try optional(name) else { return value }
        guard range.contains(number) else {
            let words =
                number < range.lowerBound
                ? "\(number) is less than minimum \(range.lowerBound)"
                : "\(number) is greater than maximum \(range.upperBound)"
            throw WireError(place: place.field(name), reason: .invalid(words))
        }
        return number
    }

    /// A list of a bounded number of elements.
    public mutating func list<Element: WireDecodable>(
        _ name: String, count: ClosedRange<Int>
    ) throws(WireError) -> [Element] {
        guard let json = take(name) else {
            throw WireError(place: place, reason: .missingField(name))
        }
        if case .array(let elements) = json, !count.contains(elements.count) {
            let words =
                elements.count < count.lowerBound
                ? "list has \(elements.count) items, fewer than minimum \(count.lowerBound)"
                : "list has \(elements.count) items, more than maximum \(count.upperBound)"
            throw WireError(place: place.field(name), reason: .invalid(words))
        }
        return try [Element](json: json, at: place.field(name))
    }

    /// A list of a bounded number of elements; none when absent.
    public mutating func optionalList<Element: WireDecodable>(
        _ name: String, count: ClosedRange<Int>
    ) throws(WireError) -> [Element] {
        guard contains(name) else {
            ignore(name)
            return []
        }
        return try list(name, count: count)
    }

    /// Whether a field is there and not `null`.
    public func contains(_ name: String) -> Bool {
        members.contains { $0.name == name && $0.value != .null }
    }

    /// Passes over a field that is allowed and has no meaning here.
    public mutating func ignore(_ name: String) {
        _ = take(name)
    }

    /// Refuses fields that were not asked for, where the reader is strict.
    public func finish() throws(WireError) {
        guard place.strictness == .strict, let index = isTaken.firstIndex(of: false) else {
            return
        }
        throw WireError(place: place, reason: .unknownField(members[index].name))
    }

    private mutating func take(_ name: String) -> JSONValue? {
        guard let index = members.firstIndex(where: { $0.name == name }) else { return nil }
        isTaken[index] = true
        return members[index].value
    }
}
