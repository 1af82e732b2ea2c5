/// Random numbers of one subject of a simulation: each subject has a stream of
/// its own, so that a change in one leaves the others as they were.
///
/// Source: Sebastiano Vigna, "splitmix64.c".
public struct Stream: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// - Parameters:
    ///   - seed: of the world.
    ///   - name: of the subject.
    public init(seed: UInt64, _ name: String, _ index: Int = 0) {
        state = Self.mix(seed &+ 0x9E37_79B9_7F4A_7C15 &* UInt64(index + 1))
        for byte in name.utf8 { state = Self.mix(state ^ UInt64(byte)) }
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mix(state)
    }

    /// A number from 0 up to, not including, `bound`.
    mutating func below(_ bound: Int) -> Int {
        Int(next() % UInt64(bound))
    }

    /// Whether something of so many in a thousand happens.
    mutating func happens(_ perMille: Int) -> Bool {
        below(1_000) < perMille
    }

    mutating func pick<Element>(_ choices: [Element]) -> Element? {
        choices.isEmpty ? nil : choices[below(choices.count)]
    }

    private static func mix(_ value: UInt64) -> UInt64 {
        var mixed = value
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
