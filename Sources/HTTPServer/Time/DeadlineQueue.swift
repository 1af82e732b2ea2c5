/// Deadlines of many things, the earliest first: a binary heap.
///
/// A deadline cannot be taken back; whoever owns it finds out when it comes
/// up whether it still counts. See `LazyDeadline`.
struct DeadlineQueue<Owner> {
    private struct Entry {
        var time: MonotonicTime
        var owner: Owner
    }

    private var heap: [Entry] = []

    var count: Int { heap.count }

    /// The earliest deadline.
    var first: MonotonicTime? { heap.first?.time }

    /// - Complexity: O(log *n*).
    mutating func insert(_ owner: Owner, at time: MonotonicTime) {
        heap.append(Entry(time: time, owner: owner))
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].time < heap[parent].time else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    /// Takes out the earliest entry when its time has come.
    ///
    /// - Complexity: O(log *n*).
    mutating func popFirst(until now: MonotonicTime) -> Owner? {
        guard let first = heap.first, first.time <= now else { return nil }
        let last = heap.removeLast()
        if !heap.isEmpty {
            heap[0] = last
            sink(from: 0)
        }
        return first.owner
    }

    /// Removes entries whose owners no longer exist.
    ///
    /// - Complexity: O(*n*).
    mutating func removeAll(where isGone: (Owner) -> Bool) {
        heap.removeAll { isGone($0.owner) }
        for parent in (0..<heap.count / 2).reversed() { sink(from: parent) }
    }

    private mutating func sink(from start: Int) {
        var parent = start
        while true {
            var smallest = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < heap.count && heap[child].time < heap[smallest].time {
                smallest = child
            }
            guard smallest != parent else { return }
            heap.swapAt(parent, smallest)
            parent = smallest
        }
    }
}
