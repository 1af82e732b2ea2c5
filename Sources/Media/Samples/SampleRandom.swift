/// Random numbers that a seed decides, for sample folders.
///
/// Source: Sebastiano Vigna, "splitmix64.c" (public domain description).
struct SampleRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Below `bound`, which is at least 1. (The standard library's way from
    /// random bits to a number may change between versions; this one not.)
    mutating func number(below bound: Int) -> Int {
        Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    mutating func number(in range: ClosedRange<Int>) -> Int {
        range.lowerBound + number(below: range.count)
    }

    /// True `share` times out of a hundred.
    mutating func chance(_ share: Int) -> Bool {
        number(below: 100) < share
    }

    /// - Precondition: `choices` is not empty.
    mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
        choices[number(below: choices.count)]
    }
}
