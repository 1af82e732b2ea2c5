/// The fields of an HTML form (`application/x-www-form-urlencoded`).
struct FormFields {
    private var pairs: [(name: String, value: String)] = []

    /// Nil when a field is not UTF-8 or badly escaped.
    init?(_ bytes: [UInt8]) {
        for part in bytes.split(separator: UInt8(ascii: "&")) {
            let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            let value = part[equals...].dropFirst()
            guard let name = Self.decoded(part[..<equals]), let value = Self.decoded(value)
            else { return nil }
            pairs.append((name, value))
        }
    }

    /// Nil also for a field that stands there twice: readers would disagree
    /// which one counts. (RFC 6749, section 3.1: not more than once.)
    subscript(name: String) -> String? {
        let found = pairs.filter { $0.name == name }
        return found.count == 1 ? found[0].value : nil
    }

    /// A text that was escaped as a form's values are; nil when badly so.
    static func text(_ escaped: String) -> String? { decoded(Array(escaped.utf8)) }

    private static func decoded(_ text: some Collection<UInt8>) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard rest.count >= 2,
                    let value = UInt8(
                        String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
                else { return nil }
                rest = rest.dropFirst(2)
                bytes.append(value)
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
