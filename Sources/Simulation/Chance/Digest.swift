import Photos

/// A running hash that two processes compute alike, unlike `Hasher`.
public struct Digest: Hashable, Sendable {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    public init() {}

    /// The hash of all that was mixed in.
    public var number: Int64 { Int64(bitPattern: state) }

    public mutating func mix(_ number: Int64) {
        state = (state ^ UInt64(bitPattern: number)) &* 0x9E37_79B9_7F4A_7C15
        state ^= state >> 32
    }

    mutating func mix(_ hash: ContentHash) {
        mix(Int64(Content.index(of: hash)))
    }
}

extension Digest: CustomStringConvertible {
    /// 16 hexadecimal digits.
    public var description: String {
        let digits = String(state, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
