/// One JSON object on a line, for scripts.
struct JSONLine {
    /// A value of a field.
    enum Value {
        case text(String)
        case number(Int64)
        case null
    }

    let text: String

    init(_ fields: [(String, Value)]) {
        let members = fields.map { name, value in
            Self.quoted(name) + ":" + Self.spelling(value)
        }
        text = "{" + members.joined(separator: ",") + "}"
    }

    private static func spelling(_ value: Value) -> String {
        switch value {
        case .text(let text): quoted(text)
        case .number(let number): "\(number)"
        case .null: "null"
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
