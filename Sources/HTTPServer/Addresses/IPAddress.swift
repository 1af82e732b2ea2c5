internal import Glibc

/// An IPv4 or IPv6 address. IPv4 inside IPv6 is IPv4.
public struct IPAddress: Sendable, Hashable {
    /// Network order; IPv4 is mapped (::ffff:a.b.c.d).
    let high: UInt64
    let low: UInt64

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    init(v4 address: UInt32) {
        high = 0
        low = 0xFFFF_0000_0000 | UInt64(address)
    }

    /// From its text form, without brackets; nil when it is not an address.
    public init?(_ text: String) {
        var four = in_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            self.init(v4: UInt32(bigEndian: four.s_addr))
            return
        }
        var six = in6_addr()
        guard inet_pton(AF_INET6, text, &six) == 1 else { return nil }
        self = withUnsafeBytes(of: &six) { IPAddress(bytes: $0) }
    }

    /// From sixteen bytes in network order.
    init(bytes: UnsafeRawBufferPointer) {
        high = UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
        low = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }

    public static let loopback = IPAddress(v4: 0x7F00_0001)
    /// All addresses of this machine, IPv4.
    public static let any = IPAddress(v4: 0)

    /// The network that is counted as one: IPv6 customers get a /64 each.
    public var network: IPAddress { isV4 ? self : IPAddress(high: high, low: 0) }

    /// The sixteen bytes as they stand in an IPv6 packet.
    var bytes: [UInt8] {
        (0..<16).map { index in
            UInt8(truncatingIfNeeded: (index < 8 ? high : low) >> (56 - 8 * (index % 8)))
        }
    }

    var isV4: Bool { high == 0 && low >> 32 == 0xFFFF }

    /// Whether it is this machine itself.
    public var isLoopback: Bool {
        isV4 ? low >> 24 & 0xFF == 127 : high == 0 && low == 1
    }
}

extension IPAddress: CustomStringConvertible {
    public var description: String {
        if isV4 {
            return (0..<4).map { String(low >> (24 - 8 * UInt64($0)) & 0xFF) }
                .joined(separator: ".")
        }
        var bytes = (high.bigEndian, low.bigEndian)
        return withUnsafeBytes(of: &bytes) { address in
            String(unsafeUninitializedCapacity: 64) { text in
                _ = text.withMemoryRebound(to: CChar.self) { characters in
                    inet_ntop(
                        AF_INET6, address.baseAddress, characters.baseAddress, socklen_t(64))
                }
                return text.firstIndex(of: 0) ?? 0
            }
        }
    }
}
