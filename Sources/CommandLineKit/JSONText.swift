/// A JSON value whose keys keep their order, as a line for scripts has them.
public enum JSONText: Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// Must be finite.
    case number(Double)
    case string(String)
    case array([JSONText])
    case object([(String, JSONText)])

    /// The value, or null.
    public static func integer(_ value: Int?) -> JSONText {
        value.map { .integer(Int64($0)) } ?? .null
    }

    public static func number(_ value: Double?) -> JSONText {
        value.map { .number($0) } ?? .null
    }

    public static func string(_ value: String?) -> JSONText {
        value.map { .string($0) } ?? .null
    }

    /// The value on one line (RFC 8259), without spaces.
    public var line: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        case .number(let value):
            precondition(value.isFinite, "JSON has no \(value)")
            text +=
                value == value.rounded() && abs(value) < 1e15
                ? String(Int64(value)) : String(value)
        case .string(let value): Self.write(value, to: &text)
        case .array(let values):
            text += "["
            for (index, value) in values.enumerated() {
                if index > 0 { text += "," }
                value.write(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { text += "," }
                Self.write(member.0, to: &text)
                text += ":"
                member.1.write(to: &text)
            }
            text += "}"
        }
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{0}"..."\u{1F}", "\u{7F}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
