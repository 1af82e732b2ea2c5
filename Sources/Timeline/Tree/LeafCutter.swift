/// Takes photos and marks in order and cuts them into leaves.
struct LeafCutter {
    private var photos = ContiguousArray<PackedPhoto>()
    private var marks = ContiguousArray<Mark>()
    private var leaves = ContiguousArray<TreeChild>()
    private var separator = OrderKey.first
    private var birth: UInt64 = 0

    private struct Mark {
        /// Among the photos that are not cut yet.
        var index: Int
        var id: Int64
    }

    /// Photos in a leaf when many are made: room to grow before it splits.
    private static let comfortable = Leaf.capacity * 7 / 8
    /// Photos that wait at most, so that a bulk load needs no second copy of
    /// itself: some 360 kB.
    private static let limit = 64 * comfortable

    /// - Parameter separator: That of the first leaf.
    /// - Complexity: O(1).
    mutating func begin(separator: OrderKey, birth: UInt64) {
        assert(photos.isEmpty && leaves.isEmpty)
        self.separator = separator
        self.birth = birth
    }

    /// Marks the next photo as the first one of an event.
    /// - Complexity: O(1), amortised.
    mutating func mark(_ id: Int64) {
        marks.append(Mark(index: photos.count, id: id))
    }

    /// Appends one photo.
    /// - Complexity: O(1), amortised.
    mutating func append(_ photo: PackedPhoto) {
        photos.append(photo)
        if photos.count == Self.limit { cutFullLeaves() }
    }

    /// Appends photos of a leaf with the marks among them.
    /// - Parameter first: The first mark that is to come along.
    /// - Complexity: O(photos).
    mutating func append(_ leaf: Leaf, _ range: Range<Int>, marksFrom first: Int) {
        let shift = photos.count - range.lowerBound
        let eventCount = leaf.eventCount
        var mark = first
        while mark < eventCount && Int(leaf.starts[mark]) < range.upperBound {
            marks.append(Mark(index: Int(leaf.starts[mark]) + shift, id: leaf.ids[mark]))
            mark += 1
        }
        photos.append(
            contentsOf: UnsafeBufferPointer(
                start: leaf.photos + range.lowerBound, count: range.count))
        if photos.count >= Self.limit { cutFullLeaves() }
    }

    /// Puts another photo of the same key in the last one's place.
    /// - Complexity: O(1).
    mutating func replaceLast(_ photo: PackedPhoto) {
        photos[photos.count - 1] = photo
    }

    /// Cuts what is left, into leaves of like size.
    /// - Parameter output: Gets all leaves, in order.
    /// - Complexity: O(photos that are not cut yet).
    mutating func finish(into output: inout ContiguousArray<TreeChild>) {
        let count = photos.count
        let parts =
            count <= Leaf.capacity ? min(count, 1) : (count - 1) / Self.comfortable + 1
        var mark = 0
        for part in 0..<parts {
            cut(count * part / parts..<count * (part + 1) / parts, &mark)
        }
        photos.removeAll(keepingCapacity: true)
        marks.removeAll(keepingCapacity: true)
        output.append(contentsOf: leaves)
        leaves.removeAll(keepingCapacity: leaves.count < 64)
    }

    /// Cuts all but the last photos, which wait for those behind them.
    private mutating func cutFullLeaves() {
        let parts = photos.count / Self.comfortable - 1
        var mark = 0
        for part in 0..<parts {
            cut(part * Self.comfortable..<(part + 1) * Self.comfortable, &mark)
        }
        photos.removeFirst(parts * Self.comfortable)
        marks.removeFirst(mark)
        for later in marks.indices { marks[later].index -= parts * Self.comfortable }
    }

    /// - Parameter mark: The first mark in the range, then the one behind it.
    private mutating func cut(_ range: Range<Int>, _ mark: inout Int) {
        let first = mark
        while mark < marks.count && marks[mark].index < range.upperBound { mark += 1 }
        let leaf = Leaf.allocate(photos: range.count, events: mark - first, birth: birth)
        photos.withUnsafeBufferPointer {
            // Not empty: a leaf has a photo.
            leaf.photos.update(
                from: $0.baseAddress.unsafelyUnwrapped + range.lowerBound, count: range.count)
        }
        let (ids, starts) = (leaf.ids, leaf.starts)
        for place in first..<mark {
            ids[place - first] = marks[place].id
            starts[place - first] = UInt8(
                truncatingIfNeeded: marks[place].index - range.lowerBound)
        }
        leaves.append(
            TreeChild(leaf.block, separator: leaves.isEmpty ? separator : leaf.firstKey))
    }
}
