import Photos

/// The machine's own random numbers, for jitter and for names of operations:
/// seeded by the driver, so that a run can be repeated.
///
/// Two independent SplitMix64 streams, because an operation's name needs 128
/// bits that two devices will not share. Source: Sebastiano Vigna,
/// "splitmix64.c".
public struct Chance: RandomNumberGenerator, Sendable {
    private var first: UInt64
    private var second: UInt64

    /// - Parameters:
    ///   - first: 64 bits of entropy.
    ///   - second: 64 more.
    public init(_ first: UInt64, _ second: UInt64) {
        self.first = first
        self.second = second
    }

    public mutating func next() -> UInt64 {
        Self.next(&first)
    }

    mutating func operationID() -> OperationID {
        OperationID(high: Self.next(&first), low: Self.next(&second))
    }

    private static func next(_ state: inout UInt64) -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
