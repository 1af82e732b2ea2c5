/// Spells JSON, compactly, straight into bytes.
///
/// The caller keeps to the grammar by the shape of its calls: `object` and
/// `array` close what they open.
public struct JSONWriter {
    /// What characters are escaped.
    public enum Escaping: Sendable {
        /// What the grammar demands; the rest is UTF-8. For bodies.
        case minimal
        /// U+007F and everything beyond ASCII as well, as UTF-16 units. For
        /// the headers `Dropbox-API-Arg` and `Dropbox-API-Result`.
        case headerSafe
    }

    public private(set) var bytes: [UInt8] = []
    private let escaping: Escaping
    private var needsComma = false
    /// Goes into the next object that opens.
    private var pendingTag: String?

    public init(escaping: Escaping = .minimal, reservedBytes: Int = 256) {
        self.escaping = escaping
        bytes.reserveCapacity(reservedBytes)
    }

    /// What was written, as text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// An object; `body` adds its fields.
    public mutating func object(_ body: (inout JSONWriter) -> Void) {
        let tag = pendingTag
        pendingTag = nil
        enclosed(UInt8(ascii: "{"), UInt8(ascii: "}")) { writer in
            if let tag { writer.field(".tag", tag) }
            body(&writer)
        }
    }

    /// A list; `body` writes its elements.
    public mutating func array(_ body: (inout JSONWriter) -> Void) {
        enclosed(UInt8(ascii: "["), UInt8(ascii: "]"), body)
    }

    /// The object of a union's member: `.tag`, then what `body` adds.
    public mutating func tagged(
        _ tag: String, _ body: (inout JSONWriter) -> Void = { _ in }
    ) {
        object { writer in
            writer.field(".tag", tag)
            body(&writer)
        }
    }

    /// The object of a union's member that holds a struct: `.tag`, then the
    /// struct's own fields.
    mutating func tag(_ tag: String, inlining value: some WireEncodable) {
        pendingTag = tag
        value.write(to: &self)
        assert(pendingTag == nil, "only a struct can be inlined")
    }

    /// Adds fields to the object that was written last; null counts as one
    /// without any.
    /// - Precondition: the last value written is an object or null.
    mutating func extendObject(_ body: (inout JSONWriter) -> Void) {
        if bytes.suffix(4).elementsEqual("null".utf8) {
            bytes.removeLast(4)
            bytes.append(contentsOf: "{}".utf8)
        }
        precondition(bytes.last == UInt8(ascii: "}"), "only an object can be extended")
        bytes.removeLast()
        needsComma = bytes.last != UInt8(ascii: "{")
        body(&self)
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    /// A member of the object being written.
    public mutating func field(_ name: StaticString, _ value: some WireEncodable) {
        self.name(name)
        value.write(to: &self)
    }

    /// A member that is absent when there is no value.
    public mutating func field(_ name: StaticString, _ value: (some WireEncodable)?) {
        if let value { field(name, value) }
    }

    /// A member whose value `body` writes.
    public mutating func field(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
        self.name(name)
        body(&self)
    }

    /// A member whose name is not known at compile time.
    mutating func field(named name: String, _ body: (inout JSONWriter) -> Void) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
        body(&self)
    }

    /// `null`.
    public mutating func null() { word("null") }

    /// `true` or `false`.
    public mutating func boolean(_ value: Bool) { word(value ? "true" : "false") }

    /// A whole number.
    public mutating func integer(_ value: Int64) {
        beginValue()
        appendDigits(value)
    }

    /// A finite number; anything else is spelt `null`, as JSON has no word
    /// for it.
    public mutating func number(_ value: Double) {
        guard value.isFinite else { return null() }
        beginValue()
        bytes.append(contentsOf: "\(value)".utf8)
    }

    /// A string, escaped as need be.
    public mutating func string(_ value: String) {
        beginValue()
        bytes.append(UInt8(ascii: "\""))
        var value = value
        value.withUTF8 { appendEscaped($0) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// A value that was spelt before.
    public mutating func spelt(_ json: UnsafeRawBufferPointer) {
        beginValue()
        bytes.append(contentsOf: json)
    }

    /// A string that is known to need no escape, such as hexadecimal digits.
    mutating func plainString(_ value: some Collection<UInt8>) {
        beginValue()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: value)
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func enclosed(
        _ open: UInt8, _ close: UInt8, _ body: (inout JSONWriter) -> Void
    ) {
        beginValue()
        bytes.append(open)
        needsComma = false
        body(&self)
        bytes.append(close)
        needsComma = true
    }

    private mutating func name(_ name: StaticString) {
        beginValue()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(
            contentsOf: UnsafeBufferPointer(
                start: name.utf8Start, count: name.utf8CodeUnitCount))
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    private mutating func beginValue() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func word(_ word: StaticString) {
        beginValue()
        bytes.append(
            contentsOf: UnsafeBufferPointer(
                start: word.utf8Start, count: word.utf8CodeUnitCount))
    }

    private mutating func appendDigits(_ value: Int64) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        var rest = value.magnitude
        let start = bytes.count
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }

    private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
        let isPlain = escaping == .minimal ? Self.isPlainInBody : Self.isPlainInHeader
        if text.allSatisfy(isPlain) {
            bytes.append(contentsOf: text)
            return
        }
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            append(scalar)
        }
    }

    private static func isPlainInBody(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    private static func isPlainInHeader(_ byte: UInt8) -> Bool {
        byte < 0x7F && isPlainInBody(byte)
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\"": bytes.append(contentsOf: #"\""#.utf8)
        case "\\": bytes.append(contentsOf: #"\\"#.utf8)
        case "\n": bytes.append(contentsOf: #"\n"#.utf8)
        case "\r": bytes.append(contentsOf: #"\r"#.utf8)
        case "\t": bytes.append(contentsOf: #"\t"#.utf8)
        case _ where scalar.value < 0x20: appendUnit(UInt16(scalar.value))
        case _ where scalar.value < 0x7F: bytes.append(UInt8(scalar.value))
        case _ where escaping == .headerSafe: UTF16.encode(scalar)?.forEach { appendUnit($0) }
        default: bytes.append(contentsOf: String(scalar).utf8)
        }
    }

    private mutating func appendUnit(_ unit: UInt16) {
        let digits = Array("0123456789abcdef".utf8)
        bytes.append(contentsOf: #"\u"#.utf8)
        for shift in [12, 8, 4, 0] { bytes.append(digits[Int(unit >> UInt16(shift)) & 15]) }
    }
}
