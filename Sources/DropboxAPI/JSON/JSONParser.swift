/// Reads JSON (RFC 8259) strictly: no comments, no trailing commas, no lone
/// surrogates, no repeated names, nothing behind the value.
///
/// It never recurses deeper than `JSONLimits.depth` and never holds more than
/// the limits allow.
public struct JSONParser {
    private let text: UnsafeBufferPointer<UInt8>
    private let limits: JSONLimits
    private var position = 0
    private var values = 0

    private init(text: UnsafeBufferPointer<UInt8>, limits: JSONLimits) {
        self.text = text
        self.limits = limits
    }

    /// The value that the bytes spell.
    public static func parse(
        _ bytes: [UInt8], limits: JSONLimits = .argument
    ) throws(JSONError) -> JSONValue {
        guard bytes.count <= limits.bytes else { throw .tooLarge }
        let result: Result<JSONValue, JSONError> = bytes.withUnsafeBufferPointer { text in
            var parser = JSONParser(text: text, limits: limits)
            do throws(JSONError) {
                return .success(try parser.document())
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private mutating func document() throws(JSONError) -> JSONValue {
        skipSpace()
        let value = try value(depth: 0)
        skipSpace()
        guard position == text.count else { throw malformed }
        return value
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        guard depth <= limits.depth else { throw .tooDeep }
        values += 1
        guard values <= limits.values else { throw .tooLarge }
        switch peek {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .boolean(true))
        case UInt8(ascii: "f"): return try word("false", .boolean(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
        position += 1
        var members: [JSONMember] = []
        // Most objects have a few members; looking through them is cheaper
        // than a set, until they are many.
        var names: Set<String> = []
        skipSpace()
        if take(UInt8(ascii: "}")) { return .object(members) }
        while true {
            skipSpace()
            guard peek == UInt8(ascii: "\"") else { throw malformed }
            let name = try string()
            if members.count == 16 { names = Set(members.map(\.name)) }
            let isRepeated =
                members.count < 16
                ? members.contains { $0.name == name } : !names.insert(name).inserted
            guard !isRepeated else { throw .repeatedName(name) }
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw malformed }
            skipSpace()
            members.append(JSONMember(name: name, value: try value(depth: depth + 1)))
            skipSpace()
            if take(UInt8(ascii: "}")) { return .object(members) }
            guard take(UInt8(ascii: ",")) else { throw malformed }
        }
    }

    private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
        position += 1
        var elements: [JSONValue] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return .array(elements) }
        while true {
            skipSpace()
            elements.append(try value(depth: depth + 1))
            skipSpace()
            if take(UInt8(ascii: "]")) { return .array(elements) }
            guard take(UInt8(ascii: ",")) else { throw malformed }
        }
    }

    private mutating func word(
        _ word: StaticString, _ value: JSONValue
    ) throws(JSONError) -> JSONValue {
        for index in 0..<word.utf8CodeUnitCount {
            guard take(word.utf8Start[index]) else { throw malformed }
        }
        return value
    }

    private mutating func number() throws(JSONError) -> JSONValue {
        let start = position
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        var isInteger = true
        if take(UInt8(ascii: ".")) {
            isInteger = false
            try digits()
        }
        if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
            isInteger = false
            position += 1
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
        let spelling = String(decoding: text[start..<position], as: UTF8.self)
        if isInteger, let integer = Int64(spelling) { return .integer(integer) }
        guard let number = Double(spelling), number.isFinite else {
            throw .malformed(offset: start)
        }
        return .number(number)
    }

    private mutating func digits() throws(JSONError) {
        let start = position
        while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            position += 1
        }
        guard position > start else { throw malformed }
    }

    private mutating func string() throws(JSONError) -> String {
        position += 1
        let start = position
        while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
            guard byte >= 0x20 else { throw malformed }
            position += 1
        }
        if peek == UInt8(ascii: "\"") {
            defer { position += 1 }
            return try decoded(text[start..<position])
        }
        return try escapedString(from: start)
    }

    private mutating func escapedString(from start: Int) throws(JSONError) -> String {
        var bytes = Array(text[start..<position])
        while true {
            guard let byte = peek, byte >= 0x20 else { throw malformed }
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return try decoded(bytes)
            case UInt8(ascii: "\\"): bytes.append(contentsOf: try escape())
            default: bytes.append(byte)
            }
        }
    }

    private mutating func escape() throws(JSONError) -> [UInt8] {
        guard let byte = peek else { throw malformed }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"): return Array(String(try escapedScalar()).utf8)
        default: throw malformed
        }
    }

    private mutating func escapedScalar() throws(JSONError) -> Unicode.Scalar {
        let first = try codeUnit()
        if let scalar = Unicode.Scalar(UInt32(first)) { return scalar }
        guard UTF16.isLeadSurrogate(first), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u"))
        else { throw malformed }
        let second = try codeUnit()
        guard UTF16.isTrailSurrogate(second) else { throw malformed }
        let value = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
        guard let scalar = Unicode.Scalar(value) else { throw malformed }
        return scalar
    }

    private mutating func codeUnit() throws(JSONError) -> UInt16 {
        guard text.count - position >= 4 else { throw malformed }
        var unit: UInt16 = 0
        for byte in text[position..<(position + 4)] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw malformed
            }
            unit = unit << 4 | UInt16(digit)
        }
        position += 4
        return unit
    }

    private func decoded(_ bytes: some Collection<UInt8>) throws(JSONError) -> String {
        guard let string = String(validating: bytes, as: UTF8.self) else { throw .invalidUTF8 }
        return string
    }

    private var malformed: JSONError { .malformed(offset: position) }

    private var peek: UInt8? { position < text.count ? text[position] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            position += 1
        }
    }
}
