internal import Foundation

/// How two spellings of a path become one key: NFC, then the simple
/// lower-case mapping of each scalar by itself. So a final sigma is not
/// special, and a letter whose lower case is several scalars has the first.
enum PathFolding {
    /// The text in normalization form C.
    static func composed(_ text: String) -> String {
        isASCII(text) ? text : text.precomposedStringWithCanonicalMapping
    }

    /// The key of a composed text; a key is its own key.
    static func folded(_ composed: String) -> String {
        if isASCII(composed) {
            return String(decoding: composed.utf8.map(lowercased), as: UTF8.self)
        }
        var scalars = String.UnicodeScalarView()
        for scalar in composed.unicodeScalars { scalars.append(lowercased(scalar)) }
        return String(scalars).precomposedStringWithCanonicalMapping
    }

    private static func isASCII(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 < 0x80 }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    private static func lowercased(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
    }
}
