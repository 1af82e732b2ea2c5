/// How long to wait before a failed request is tried again: doubling from one
/// second to five minutes, of which a random half is taken off, so that a
/// server that returns is not met by all devices at once.
public struct Backoff: Sendable {
    static let shortest: Int64 = 1_000
    static let longest: Int64 = 300_000

    private(set) var attempts = 0

    /// The delay of the next try in milliseconds: at least what the server
    /// asked for, never above `longest` unless it asked for more.
    mutating func next(asked: Int64?, using chance: inout Chance) -> Int64 {
        let doubled = Self.shortest << min(attempts, 9)
        let whole = min(doubled, Self.longest)
        attempts += 1
        let jittered = whole / 2 + Int64(chance.next() % UInt64(whole / 2 + 1))
        return max(jittered, asked ?? 0)
    }

    mutating func reset() {
        attempts = 0
    }
}
