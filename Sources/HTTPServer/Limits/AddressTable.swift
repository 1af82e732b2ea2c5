/// What each address is doing, for `AddressLimits`.
///
/// An address without connections and with a full bucket is as one never
/// seen and is forgotten, so the table is bounded by the connections plus
/// the addresses of the last seconds.
struct AddressTable: Sendable {
    private struct Entry {
        var connections = 0
        var bucket: TokenBucket
    }

    private let limits: AddressLimits
    private var entries: [IPAddress: Entry] = [:]
    private var sizeToSweep = AddressTable.smallestSweep

    private static let smallestSweep = 1_024

    init(limits: AddressLimits) {
        self.limits = limits
    }

    var count: Int { entries.count }

    /// Counts a new connection; false when it is one too many.
    mutating func open(_ address: IPAddress, now: MonotonicTime) -> Bool {
        guard isLimited(address) else { return true }
        sweepWhenGrown(now)
        let most = limits.connections
        return withEntry(address, now) { entry in
            guard entry.connections < most else { return false }
            entry.connections += 1
            return true
        }
    }

    /// A counted connection has ended.
    mutating func close(_ address: IPAddress, now: MonotonicTime) {
        guard isLimited(address), var entry = entries[address.network] else { return }
        precondition(entry.connections > 0, "more connections of \(address) closed than opened")
        entry.connections -= 1
        entries[address.network] = isAtRest(&entry, now) ? nil : entry
    }

    /// Counts a request; gives how long to wait when it is one too many.
    mutating func request(_ address: IPAddress, now: MonotonicTime) -> Duration? {
        guard isLimited(address) else { return nil }
        sweepWhenGrown(now)
        let (rate, burst) = (limits.requestRate, limits.requestBurst)
        return withEntry(address, now) { entry in
            entry.bucket.take(rate: rate, burst: burst, now: now)
        }
    }

    private func isLimited(_ address: IPAddress) -> Bool {
        !(limits.exemptsLoopback && address.isLoopback)
    }

    private mutating func withEntry<Result>(
        _ address: IPAddress, _ now: MonotonicTime, _ body: (inout Entry) -> Result
    ) -> Result {
        let new = Entry(bucket: TokenBucket(burst: limits.requestBurst, now: now))
        return body(&entries[address.network, default: new])
    }

    private func isAtRest(_ entry: inout Entry, _ now: MonotonicTime) -> Bool {
        entry.connections == 0
            && entry.bucket.isFull(rate: limits.requestRate, burst: limits.requestBurst, now: now)
    }

    private mutating func sweepWhenGrown(_ now: MonotonicTime) {
        guard entries.count >= sizeToSweep else { return }
        entries = entries.filter { pair in
            var entry = pair.value
            return !isAtRest(&entry, now)
        }
        sizeToSweep = max(Self.smallestSweep, entries.count * 2)
    }
}
