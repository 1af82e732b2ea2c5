/// Puts photos together into leaves and sees to the marks where events begin:
/// copies runs of old leaves with their marks and judges anew only where two
/// photos became neighbours.
///
/// One builder serves all commits of an accumulator, for the sake of its
/// memory.
struct LeafBuilder {
    private let coding: KeyCoding
    private let grouping: EventGrouping
    private var keys = ContiguousArray<OrderKey>()
    private var looks = ContiguousArray<Look>()
    private var marks = ContiguousArray<Mark>()
    /// The key of the photo before the next one, in this leaf or before it.
    private var previous: OrderKey?
    /// The id of an event whose first photo was left out just before: the
    /// next photo of that event takes it over.
    private var pending: EventTrace?

    /// Marks that changed in a way that concerns ids.
    private(set) var traces = EventTraces()

    private struct Mark {
        var index: Int
        var id: Int64
    }

    init(coding: KeyCoding, grouping: EventGrouping) {
        self.coding = coding
        self.grouping = grouping
    }

    var count: Int { keys.count }

    /// Begins a run of leaves.
    /// - Parameter previous: The key of the photo before the run.
    mutating func begin(after previous: OrderKey?) {
        assert(keys.isEmpty && pending == nil)
        self.previous = previous
    }

    /// Appends photos of an old leaf.
    /// - Parameter isSeam: Whether the first of them has another photo before
    ///   it than it had.
    mutating func append(_ leaf: Leaf, _ range: Range<Int>, isSeam: Bool) {
        if range.isEmpty { return }
        var mark = leaf.eventStarts(through: range.lowerBound - 1)
        let eventCount = leaf.eventCount
        if isSeam {
            let isMarked = mark < eventCount && Int(leaf.starts[mark]) == range.lowerBound
            joinSeam(leaf.keys[range.lowerBound], oldID: isMarked ? leaf.ids[mark] : nil)
            mark += isMarked ? 1 : 0
        }
        let shift = keys.count - range.lowerBound
        while mark < eventCount && Int(leaf.starts[mark]) < range.upperBound {
            marks.append(Mark(index: Int(leaf.starts[mark]) + shift, id: leaf.ids[mark]))
            mark += 1
        }
        keys.append(
            contentsOf: UnsafeBufferPointer(
                start: leaf.keys + range.lowerBound, count: range.count))
        looks.append(
            contentsOf: UnsafeBufferPointer(
                start: leaf.looks + range.lowerBound, count: range.count))
        previous = keys.last
    }

    /// Appends a photo that is new in this place.
    mutating func append(_ key: OrderKey, _ look: Look) {
        releasePending()
        if isBoundary(previous, key) {
            marks.append(Mark(index: keys.count, id: 0))
            traces.begun.append(key)
        }
        keys.append(key)
        looks.append(look)
        previous = key
    }

    /// Gives the last photo another look.
    mutating func replaceLastLook(_ look: Look) {
        looks[looks.count - 1] = look
    }

    /// Leaves a photo of an old leaf out.
    mutating func leaveOut(_ leaf: Leaf, _ index: Int) {
        guard let mark = leaf.mark(at: index) else { return }
        releasePending()
        pending = EventTrace(key: leaf.keys[index], id: leaf.ids[mark])
    }

    /// Cuts what was appended into leaves of like size.
    /// - Parameters:
    ///   - separator: That of the first leaf.
    ///   - output: Gets the leaves, in order.
    mutating func finish(
        separator: OrderKey, birth: UInt64, into output: inout ContiguousArray<TreeChild>
    ) {
        releasePending()
        let parts =
            keys.count <= Leaf.capacity
            ? min(keys.count, 1) : (keys.count - 1) / Self.comfortable + 1
        var mark = 0
        for part in 0..<parts {
            let range = keys.count * part / parts..<keys.count * (part + 1) / parts
            let firstMark = mark
            while mark < marks.count && marks[mark].index < range.upperBound { mark += 1 }
            output.append(
                TreeChild(
                    makeLeaf(range, marks: firstMark..<mark, birth: birth).block,
                    separator: part == 0 ? separator : keys[range.lowerBound]))
        }
        clear()
    }

    mutating func clearTraces() {
        traces = EventTraces()
    }

    /// Photos in a leaf when many are made: room to grow before it splits.
    private static let comfortable = Leaf.capacity * 7 / 8

    private func makeLeaf(_ range: Range<Int>, marks: Range<Int>, birth: UInt64) -> Leaf {
        let leaf = Leaf.allocate(photos: range.count, events: marks.count, birth: birth)
        keys.withUnsafeBufferPointer {
            // Not empty: a leaf has a photo.
            leaf.keys.update(
                from: $0.baseAddress.unsafelyUnwrapped + range.lowerBound, count: range.count)
        }
        looks.withUnsafeBufferPointer {
            leaf.looks.update(
                from: $0.baseAddress.unsafelyUnwrapped + range.lowerBound, count: range.count)
        }
        let (ids, starts) = (leaf.ids, leaf.starts)
        for slot in 0..<marks.count {
            let mark = self.marks[marks.lowerBound + slot]
            ids[slot] = mark.id
            starts[slot] = UInt8(truncatingIfNeeded: mark.index - range.lowerBound)
        }
        return leaf
    }

    /// Judges whether an event begins with an old photo that got another
    /// neighbour before it.
    private mutating func joinSeam(_ key: OrderKey, oldID: Int64?) {
        let isBoundary = isBoundary(previous, key)
        if let oldID {
            releasePending()
            if isBoundary {
                marks.append(Mark(index: keys.count, id: oldID))
            } else {
                traces.ended.append(EventTrace(key: key, id: oldID))
            }
        } else if isBoundary {
            marks.append(Mark(index: keys.count, id: pending?.id ?? 0))
            if pending == nil { traces.begun.append(key) }
            pending = nil
        }
        releasePending()
    }

    /// Whether an event begins with the second of two neighbours.
    func isBoundary(_ previous: OrderKey?, _ key: OrderKey) -> Bool {
        guard let previous else { return true }
        return grouping.separates(previous, key, coding)
    }

    private mutating func releasePending() {
        guard let trace = pending else { return }
        traces.ended.append(trace)
        pending = nil
    }

    private mutating func clear() {
        if keys.capacity > 64 * Leaf.capacity {
            keys = []
            looks = []
            marks = []
            return
        }
        keys.removeAll(keepingCapacity: true)
        looks.removeAll(keepingCapacity: true)
        marks.removeAll(keepingCapacity: true)
    }
}
