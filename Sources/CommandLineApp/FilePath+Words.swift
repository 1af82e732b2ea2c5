import Photos

extension FilePath {
    /// The path's bytes in base64 (RFC 4648), for what is not UTF-8.
    var base64: String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = (0..<3).reduce(UInt32(0)) { bits, index in
                bits << 8 | (index < group.count ? UInt32(group[group.startIndex + index]) : 0)
            }
            for index in 0..<4 {
                let isPadding = index > group.count
                let digit = Int(bits >> UInt32(18 - 6 * index) & 63)
                text.append(isPadding ? UInt8(ascii: "=") : digits[digit])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
