/// The `Range` field (RFC 9110, section 14.1).
enum ByteRange: Equatable {
    /// The field asks for these bytes, cut to what there is.
    case part(Range<Int64>)
    /// It asks for bytes behind the end.
    case unsatisfiable
    /// It is of another unit, malformed, or several ranges: it is ignored.
    case ignored

    init(_ text: String, size: Int64) {
        self = .ignored
        guard text.utf8.count <= 64, text.lowercased().hasPrefix("bytes=") else { return }
        let ends = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return }
        switch (Self.number(ends[0]), Self.number(ends[1])) {
        case (let first?, nil) where ends[1].isEmpty:
            self = first < size ? .part(first..<size) : .unsatisfiable
        case (let first?, let last?) where first <= last:
            self = first < size ? .part(first..<min(last, size - 1) + 1) : .unsatisfiable
        case (nil, let count?) where ends[0].isEmpty:
            self = count > 0 && size > 0 ? .part(max(0, size - count)..<size) : .unsatisfiable
        default: break
        }
    }

    private static func number(_ text: Substring) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        // More digits than a size can have are still a number.
        return text.utf8.count > 18 ? 999_999_999_999_999_999 : Int64(text)
    }
}
