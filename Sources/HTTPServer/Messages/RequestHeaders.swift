/// The header fields of a request, as they came, in order.
///
/// Names are compared without regard to case. The fields are slices of the
/// received head, so that a parked request keeps one buffer.
public struct RequestHeaders: Sendable {
    /// Where one field lies in `bytes`. Heads are at most 64 KB.
    struct Field: Sendable, Equatable {
        var nameStart: UInt16
        var nameCount: UInt16
        var valueStart: UInt16
        var valueCount: UInt16
    }

    let bytes: [UInt8]
    let fields: [Field]

    /// The value of the first field of that name, without blanks at its
    /// ends; bytes that are not UTF-8 become U+FFFD.
    public subscript(name: String) -> String? {
        fields.first { matches($0, name) }.map { text(of: $0) }
    }

    /// The bytes of the first field of that name, as they came.
    public func bytes(of name: String) -> [UInt8]? {
        fields.first { matches($0, name) }.map { field in
            let start = Int(field.valueStart)
            return Array(bytes[start..<start + Int(field.valueCount)])
        }
    }

    /// The values of all fields of that name, in order.
    public func values(of name: String) -> [String] {
        fields.filter { matches($0, name) }.map { text(of: $0) }
    }

    /// How many fields there are.
    public var count: Int { fields.count }

    /// Every field as name and value, in order.
    public var all: [(name: String, value: String)] {
        fields.map { field in
            (string(from: field.nameStart, count: field.nameCount), text(of: field))
        }
    }

    private func text(of field: Field) -> String {
        string(from: field.valueStart, count: field.valueCount)
    }

    private func string(from start: UInt16, count: UInt16) -> String {
        String(decoding: bytes[Int(start)..<Int(start) + Int(count)], as: UTF8.self)
    }

    private func matches(_ field: Field, _ name: String) -> Bool {
        guard Int(field.nameCount) == name.utf8.count else { return false }
        var position = Int(field.nameStart)
        for byte in name.utf8 {
            guard ASCII.lowercased(byte) == ASCII.lowercased(bytes[position]) else { return false }
            position += 1
        }
        return true
    }
}
