/// A JSON value as read from the wire.
///
/// Objects keep the order of their members. Numbers that fit are integers;
/// `1.0` and `1e3` are not.
public enum JSONValue: Hashable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([JSONMember])

    /// The member of that name; nil when there is none or this is no object.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name == name }?.value
    }

    /// What kind of value this is, for messages to the sender.
    var kind: String {
        switch self {
        case .null: "null"
        case .boolean: "boolean"
        case .integer: "integer"
        case .number: "number"
        case .string: "string"
        case .array: "list"
        case .object: "object"
        }
    }
}

/// One name and value of an object.
public struct JSONMember: Hashable, Sendable {
    public let name: String
    public let value: JSONValue

    public init(name: String, value: JSONValue) {
        self.name = name
        self.value = value
    }
}
