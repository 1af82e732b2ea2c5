/// Takes a message apart. Trusts nothing: each length is held against its
/// limit and against the bytes that are there before it is used.
struct MessageReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func advance(_ count: Int) throws(ProtocolError) -> Range<Int> {
        guard count <= bytes.count - position else { throw .endsEarly }
        defer { position += count }
        return position..<position + count
    }

    mutating func take<Value: FixedWidthInteger & UnsignedInteger>(
        _: Value.Type = Value.self
    ) throws(ProtocolError) -> Value {
        var value: Value = 0
        let range = try advance(MemoryLayout<Value>.size)
        for index in range.reversed() {
            value = value << 8 | Value(truncatingIfNeeded: bytes[index])
        }
        return value
    }

    mutating func takeDouble() throws(ProtocolError) -> Double {
        Double(bitPattern: try take())
    }

    mutating func takeBool(_ what: String) throws(ProtocolError) -> Bool {
        switch try take(UInt8.self) {
        case 0: false
        case 1: true
        case let tag: throw .unknownTag(tag, of: what)
        }
    }

    mutating func takeText(upTo limit: Int, _ what: String) throws(ProtocolError) -> String {
        let length = Int(try take(UInt16.self))
        guard length <= limit else { throw .tooLong(length: length, limit: limit) }
        let range = try advance(length)
        guard let text = String(validating: bytes[range], as: UTF8.self) else {
            throw .badValue(of: what)
        }
        return text
    }

    mutating func takeData(upTo limit: Int) throws(ProtocolError) -> [UInt8] {
        let length = Int(try take(UInt32.self))
        guard length <= limit else { throw .tooLong(length: length, limit: limit) }
        return Array(bytes[try advance(length)])
    }

    mutating func takeOptional<Value>(
        _ what: String, _ read: (inout MessageReader) throws(ProtocolError) -> Value
    ) throws(ProtocolError) -> Value? {
        try takeBool(what) ? try read(&self) : nil
    }

    /// Call at the end: nothing may be left.
    func finish() throws(ProtocolError) {
        guard position == bytes.count else { throw .trailingBytes(bytes.count - position) }
    }
}
