/// Puts a message together: integers little-endian, everything of variable
/// length behind its length.
struct MessageWriter {
    private(set) var bytes: [UInt8] = []

    mutating func put(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func put(_ value: Double) {
        put(value.bitPattern)
    }

    mutating func put(_ value: Bool) {
        put(value ? 1 : 0 as UInt8)
    }

    /// - Precondition: at most 65,535 bytes.
    mutating func put(_ text: String) {
        let utf8 = Array(text.utf8)
        put(UInt16(utf8.count))
        bytes.append(contentsOf: utf8)
    }

    /// - Precondition: fewer than 4 GiB.
    mutating func put(_ data: [UInt8]) {
        put(UInt32(data.count))
        bytes.append(contentsOf: data)
    }

    /// One byte that says whether there is a value, then the value.
    mutating func putOptional<Value>(
        _ value: Value?, _ write: (inout MessageWriter, Value) -> Void
    ) {
        put(value != nil)
        if let value { write(&self, value) }
    }
}
