import Photos

/// The events of the store that no photo has asked for yet, by their time.
struct StoredEvents {
    private struct Entry {
        /// Time codes, both 1 for the undated photos.
        var first: UInt64
        var last: UInt64
        var id: Int64
    }

    /// By `first`, descending: the order in which the loader brings them.
    private var entries = ContiguousArray<Entry>()
    /// Ids that an event bears now.
    private var claimed = Set<Int64>()

    /// - Complexity: O(k log k) when they are older than those before, else
    ///   O(n + k log k).
    mutating func add(_ events: some Collection<StoredEvent>) {
        var added = ContiguousArray<Entry>()
        added.reserveCapacity(events.count)
        for event in events {
            let (a, b) = (KeyCoding.timeCode(event.first), KeyCoding.timeCode(event.last))
            added.append(Entry(first: min(a, b), last: max(a, b), id: event.id.rawValue))
        }
        added.sort { ($0.first, $0.id) > ($1.first, $1.id) }
        guard let last = entries.last, let newest = added.first, newest.first > last.first else {
            entries.append(contentsOf: added)
            return
        }
        entries.append(contentsOf: added)
        entries.sort { ($0.first, $0.id) > ($1.first, $1.id) }
    }

    /// Gives the id of a stored event that meets this time to the event that
    /// is formed there: the lowest, when there are several. Of stored events
    /// that overlap one another, some may be missed.
    /// - Complexity: O(log n + k) for k stored events that begin within.
    mutating func claim(_ codes: ClosedRange<UInt64>) -> Int64? {
        var found: Int64?
        var place = firstEntry(startingBy: codes.upperBound)
        while place < entries.count {
            let entry = entries[place]
            if entry.last >= codes.lowerBound && !claimed.contains(entry.id) {
                found = min(found ?? .max, entry.id)
            }
            if entry.first < codes.lowerBound { break }
            place += 1
        }
        if let found { claimed.insert(found) }
        return found
    }

    /// Claims a certain id; false when an event bears it already.
    /// - Complexity: O(1).
    mutating func claim(id: Int64) -> Bool {
        claimed.insert(id).inserted
    }

    /// An event has ended or bears another id: its id can be had again.
    /// - Complexity: O(1).
    mutating func release(id: Int64) {
        claimed.remove(id)
    }

    /// - Complexity: O(n).
    mutating func remove(id: Int64) {
        entries.removeAll { $0.id == id }
        claimed.remove(id)
    }

    /// Forgets all of them.
    /// - Complexity: O(n).
    mutating func removeAll() {
        entries = []
        claimed = []
    }

    private func firstEntry(startingBy code: UInt64) -> Int {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = low + (high - low) / 2
            if entries[middle].first > code {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }
}
