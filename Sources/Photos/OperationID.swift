/// The name of an operation, or of one sent piece of it, made by the client
/// at random: a repeat under the same name gives the first answer and does
/// nothing twice.
public struct OperationID: Hashable, Sendable, Codable {
    public let high: UInt64
    public let low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    public init(using generator: inout some RandomNumberGenerator) {
        self.init(high: generator.next(), low: generator.next())
    }

    /// The 16 bytes, first byte first.
    public var bytes: [UInt8] {
        [high, low].flatMap { word in
            (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * UInt64($0))) }
        }
    }

    /// An id from its 16 bytes; nil when there are not exactly 16.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        let words = [0, 8].map { start in
            bytes[start..<start + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        }
        self.init(high: words[0], low: words[1])
    }

    /// The id of an operation's part: the operation's own, counted on.
    public func part(_ index: Int) -> OperationID {
        OperationID(high: high, low: low &+ 1 &+ UInt64(index))
    }
}

extension OperationID: CustomStringConvertible {
    /// 32 hexadecimal digits, as on the wire.
    public var description: String {
        [high, low].map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
