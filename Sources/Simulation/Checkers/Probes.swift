/// Counters that prove that rare paths are reached. Walked in the order of
/// their names.
public struct Probes: Sendable {
    private var counts = Table<String, Int>()

    public init() {}

    mutating func count(_ name: String) {
        counts[name] = (counts[name] ?? 0) + 1
    }

    public mutating func add(_ other: Probes) {
        for (name, count) in zip(other.counts.keys, other.counts.rows) {
            counts[name] = (counts[name] ?? 0) + count
        }
    }

    /// Names with their counts, by name.
    public var all: [(name: String, count: Int)] {
        zip(counts.keys, counts.rows).map { ($0, $1) }
    }
}
