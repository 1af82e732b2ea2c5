import Photos

/// A file's name taken apart for matching: letters in either case are one,
/// and so are Unicode's composed and decomposed forms, as Swift's strings
/// compare by canonical equivalence.
struct SidecarName: Hashable {
    /// Without the last extension and the counter at its end.
    var stem: String
    /// `2` of `IMG_1(2).jpg`.
    var counter: Int?

    /// A name as text for comparing: lower case; bytes that are not UTF-8
    /// become characters of Unicode's private area, each its own.
    static func text(_ name: some Collection<UInt8>) -> String {
        if let text = String(validating: name, as: UTF8.self) { return text.lowercased() }
        var scalars = String.UnicodeScalarView()
        for byte in name {
            scalars.append(byte < 0x80 ? Unicode.Scalar(byte) : privateScalar(byte))
        }
        return String(scalars).lowercased()
    }

    private static func privateScalar(_ byte: UInt8) -> Unicode.Scalar {
        guard let scalar = Unicode.Scalar(UInt32(0xE000) + UInt32(byte)) else {
            preconditionFailure("U+E000 to U+E0FF are scalars")
        }
        return scalar
    }

    /// Name and extension; the extension is empty where there is none.
    static func split(_ name: String) -> (stem: String, fileExtension: String) {
        // By bytes: some characters of Unicode swallow a point behind them.
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
            return (name, "")
        }
        return (String(name[..<dot]), String(name[name.utf8.index(after: dot)...]))
    }

    /// Takes a counter off the end: `img(2)` is `img` and 2.
    static func withoutCounter(_ text: String) -> SidecarName {
        let bytes = text.utf8
        guard bytes.last == UInt8(ascii: ")"),
            let open = bytes.lastIndex(of: UInt8(ascii: "(")), open != text.startIndex
        else { return SidecarName(stem: text) }
        let digits = bytes[bytes.index(after: open)..<bytes.index(before: bytes.endIndex)]
        guard (1...6).contains(digits.count), digits.allSatisfy(\.isASCIIDigit),
            let counter = Int(String(Substring(digits)))
        else { return SidecarName(stem: text) }
        return SidecarName(stem: String(text[..<open]), counter: counter)
    }
}
