/// A connection of one loop: its place in the table and how often the place
/// was used before, so that an old name never means a new connection.
struct ConnectionID: Sendable, Hashable {
    let raw: UInt64

    init(slot: Int, use: UInt32) {
        raw = UInt64(use) << 32 | UInt64(slot)
    }

    init(raw: UInt64) {
        self.raw = raw
    }

    var slot: Int { Int(raw & 0xFFFF_FFFF) }
}
