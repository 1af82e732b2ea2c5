/// Numbers of bytes as people write them: `500G` is 500 × 2³⁰.
enum ByteSize {
    private static let units: [(Character, Int64)] = [
        ("K", 1 << 10), ("M", 1 << 20), ("G", 1 << 30), ("T", 1 << 40),
    ]

    /// Nil for what is no size.
    static func parse(_ text: String) -> Int64? {
        let text = text.uppercased()
        guard let last = text.last else { return nil }
        let unit = units.first { $0.0 == last }?.1
        let digits = unit == nil ? text[...] : text.dropLast()
        guard let number = Int64(digits), number >= 0, digits.first != "+" else { return nil }
        let (bytes, overflow) = number.multipliedReportingOverflow(by: unit ?? 1)
        return overflow ? nil : bytes
    }

    /// With one digit behind the point, rounded down.
    static func text(_ bytes: Int64) -> String {
        guard let (unit, size) = units.last(where: { bytes >= $0.1 }) else { return "\(bytes)" }
        let tenths = bytes / (size / 10)
        return tenths % 10 == 0 ? "\(tenths / 10)\(unit)" : "\(tenths / 10).\(tenths % 10)\(unit)"
    }
}
