/// Puts photos together into leaves and sees to the marks where events begin:
/// copies runs of old leaves with their marks and judges anew only where two
/// photos became neighbours.
///
/// One builder serves all commits of an accumulator, for the sake of its
/// memory.
struct LeafBuilder {
    private let coding: KeyCoding
    private let grouping: EventGrouping
    private var cutter = LeafCutter()
    /// The key of the photo before the next one, in this leaf or before it.
    private var previous: OrderKey?
    /// The id of an event whose first photo was left out just before: the
    /// next photo of that event takes it over.
    private var pending: EventTrace?

    /// Marks that changed in a way that concerns ids.
    private(set) var traces = EventTraces()

    init(coding: KeyCoding, grouping: EventGrouping) {
        self.coding = coding
        self.grouping = grouping
    }

    /// Begins a run of leaves.
    /// - Parameters:
    ///   - previous: The key of the photo before the run.
    ///   - separator: That of the first leaf.
    /// - Complexity: O(1).
    mutating func begin(after previous: OrderKey?, separator: OrderKey, birth: UInt64) {
        assert(pending == nil)
        self.previous = previous
        cutter.begin(separator: separator, birth: birth)
    }

    /// Appends photos of an old leaf.
    /// - Parameter isSeam: Whether the first of them has another photo before
    ///   it than it had.
    /// - Complexity: O(photos).
    mutating func append(_ leaf: Leaf, _ range: Range<Int>, isSeam: Bool) {
        if range.isEmpty { return }
        var mark = leaf.eventStarts(through: range.lowerBound - 1)
        if isSeam {
            let isMarked =
                mark < leaf.eventCount && Int(leaf.starts[mark]) == range.lowerBound
            joinSeam(leaf.photos[range.lowerBound].key, oldID: isMarked ? leaf.ids[mark] : nil)
            mark += isMarked ? 1 : 0
        }
        cutter.append(leaf, range, marksFrom: mark)
        previous = leaf.photos[range.upperBound - 1].key
    }

    /// Appends a photo that is new in this place.
    /// - Complexity: O(1), amortised.
    mutating func append(_ photo: PackedPhoto) {
        releasePending()
        let key = photo.key
        if isBoundary(previous, key) {
            cutter.mark(0)
            traces.begun.append(key)
        }
        cutter.append(photo)
        previous = key
    }

    /// Puts another photo of the same key in the last one's place.
    /// - Complexity: O(1).
    mutating func replaceLast(_ photo: PackedPhoto) {
        cutter.replaceLast(photo)
    }

    /// Leaves a photo of an old leaf out.
    /// - Complexity: O(events of the leaf).
    mutating func leaveOut(_ leaf: Leaf, _ index: Int) {
        guard let mark = leaf.mark(at: index) else { return }
        releasePending()
        pending = EventTrace(key: leaf.photos[index].key, id: leaf.ids[mark])
    }

    /// Ends the run.
    /// - Parameter output: Gets the leaves, in order.
    /// - Complexity: O(photos that are not cut yet).
    mutating func finish(into output: inout ContiguousArray<TreeChild>) {
        releasePending()
        cutter.finish(into: &output)
    }

    /// Forgets what the commit before did to marks.
    /// - Complexity: O(traces).
    mutating func clearTraces() {
        traces = EventTraces()
    }

    /// Whether an event begins with the second of two neighbours.
    /// - Complexity: O(1).
    func isBoundary(_ previous: OrderKey?, _ key: OrderKey) -> Bool {
        guard let previous else { return true }
        return grouping.separates(previous, key, coding)
    }

    /// Judges whether an event begins with an old photo that got another
    /// neighbour before it.
    private mutating func joinSeam(_ key: OrderKey, oldID: Int64?) {
        let isBoundary = isBoundary(previous, key)
        if let oldID {
            releasePending()
            if isBoundary {
                cutter.mark(oldID)
            } else {
                traces.ended.append(EventTrace(key: key, id: oldID))
            }
        } else if isBoundary {
            cutter.mark(pending?.id ?? 0)
            if pending == nil { traces.begun.append(key) }
            pending = nil
        }
        releasePending()
    }

    private mutating func releasePending() {
        guard let trace = pending else { return }
        traces.ended.append(trace)
        pending = nil
    }
}
