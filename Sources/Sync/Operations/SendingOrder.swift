import Photos

/// Parts that may be sent, in the order of their numbers. A part comes in when
/// something about its photo has changed and nothing holds it back; whether
/// that is still so is asked when it is its turn. As long as the queue.
struct SendingOrder: Sendable {
    /// All but uploads and shares.
    var operations = MinimumHeap<Int64>()
    var shares = MinimumHeap<Int64>()
    /// Uploads of which it is to be asked whether the server has the bytes.
    var unasked = MinimumHeap<Int64>()
    /// Uploads of which the server misses the bytes, and among them those that
    /// a share waits for.
    var cleared = MinimumHeap<Int64>()
    var urgent = MinimumHeap<Int64>()
    /// Parts that failed, by when they may be sent again.
    var delayed = MinimumHeap<Delay>()

    struct Delay: Hashable, Comparable, Sendable {
        var until: Instant
        var number: Int64

        static func < (a: Delay, b: Delay) -> Bool {
            (a.until, a.number) < (b.until, b.number)
        }
    }
}

/// The least element first; each is in it once.
struct MinimumHeap<Element: Hashable & Comparable & Sendable>: Sendable {
    private var elements: [Element] = []
    /// Asked by element, never walked.
    private var members: Set<Element> = []

    var first: Element? { elements.first }
    var count: Int { elements.count }

    /// - Complexity: O(log n).
    mutating func insert(_ element: Element) {
        guard members.insert(element).inserted else { return }
        elements.append(element)
        var child = elements.count - 1
        while child > 0, elements[child] < elements[(child - 1) / 2] {
            elements.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// - Complexity: O(log n).
    mutating func popFirst() -> Element? {
        guard let first = elements.first, let last = elements.popLast() else { return nil }
        members.remove(first)
        guard !elements.isEmpty else { return first }
        elements[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < elements.count && elements[child] < elements[least] {
                least = child
            }
            guard least != parent else { return first }
            elements.swapAt(parent, least)
            parent = least
        }
    }
}
