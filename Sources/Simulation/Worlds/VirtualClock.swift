import Sync

/// What happens when, in the order of time and, within one time, of planning.
struct VirtualClock<Happening: Sendable>: Sendable {
    private struct Planned: Sendable {
        var at: Int64
        var order: Int64
        var happening: Happening

        func isBefore(_ other: Planned) -> Bool {
            at != other.at ? at < other.at : order < other.order
        }
    }

    private(set) var milliseconds: Int64 = 0
    private var heap: [Planned] = []
    private var lastOrder: Int64 = 0

    var now: Instant { Instant(milliseconds: milliseconds) }
    var isEmpty: Bool { heap.isEmpty }
    var nextTime: Int64? { heap.first?.at }

    mutating func plan(_ happening: Happening, in delay: Int64) {
        lastOrder += 1
        heap.append(
            Planned(at: milliseconds + max(0, delay), order: lastOrder, happening: happening))
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].isBefore(heap[parent]) else { break }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    /// The next thing to happen; the clock stands at its time.
    mutating func next() -> Happening? {
        guard let first = heap.first else { return nil }
        let last = heap.removeLast()
        if !heap.isEmpty {
            heap[0] = last
            sink()
        }
        milliseconds = first.at
        return first.happening
    }

    private mutating func sink() {
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < heap.count && heap[child].isBefore(heap[least]) {
                least = child
            }
            if least == parent { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
