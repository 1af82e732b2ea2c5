/// The name of one sent piece of work, made by the client: a repeat under the
/// same name gives the first answer and does nothing twice.
public struct OperationID: Hashable, Sendable {
    public let high: UInt64
    public let low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
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
