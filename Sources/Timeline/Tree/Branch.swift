/// An inner node: up to 32 children, with what each of them holds summed up,
/// so that a place can be found by position, by event and by key.
///
/// Bytes: birth 8, children 2, unused 2, height 1, unused 3; then the columns
/// `separators` (31), `children`, `photoEnds`, `eventEnds`: 1,024 in all.
struct Branch {
    let block: Block

    static let capacity = 32
    /// The fewest children, but for the root, which has at least two.
    static let least = 8

    init(_ block: Block) {
        self.block = block
    }

    /// A branch whose columns are yet to be filled.
    /// - Parameter height: 1 for a branch of leaves.
    /// - Complexity: O(1).
    static func allocate(count: Int, height: Int, birth: UInt64) -> Branch {
        assert((1...capacity).contains(count) && (1...255).contains(height))
        let block = Block.allocate(byteCount: 1024, birth: birth)
        block.address.storeBytes(
            of: UInt16(truncatingIfNeeded: count), toByteOffset: 8, as: UInt16.self)
        block.address.storeBytes(of: 0, toByteOffset: 10, as: UInt16.self)
        block.address.storeBytes(
            of: UInt32(truncatingIfNeeded: height), toByteOffset: 12, as: UInt32.self)
        (block.address + 16).bindMemory(to: OrderKey.self, capacity: capacity - 1)
        (block.address + 512).bindMemory(to: Block.self, capacity: capacity)
        (block.address + 768).bindMemory(to: Int32.self, capacity: 2 * capacity)
        return Branch(block)
    }

    /// A copy that a commit may change.
    /// - Complexity: O(capacity).
    func copy(birth: UInt64) -> Branch {
        let copy = Branch.allocate(count: count, height: height, birth: birth)
        (copy.block.address + 16).copyMemory(from: block.address + 16, byteCount: 1008)
        return copy
    }

    var count: Int {
        Int(block.address.load(fromByteOffset: 8, as: UInt16.self))
    }

    var height: Int { block.height }

    /// `separators[i]` is not above the keys of child i + 1 and above those of
    /// child i. Behind the last one: `OrderKey.last`.
    var separators: UnsafeMutablePointer<OrderKey> {
        (block.address + 16).assumingMemoryBound(to: OrderKey.self)
    }

    var children: UnsafeMutablePointer<Block> {
        (block.address + 512).assumingMemoryBound(to: Block.self)
    }

    /// Photos of the children up to and with this one. Behind the last one:
    /// `Int32.max`.
    var photoEnds: UnsafeMutablePointer<Int32> {
        (block.address + 768).assumingMemoryBound(to: Int32.self)
    }

    /// Events that begin in the children up to and with this one. Behind the
    /// last one: `Int32.max`.
    var eventEnds: UnsafeMutablePointer<Int32> {
        (block.address + 896).assumingMemoryBound(to: Int32.self)
    }

    var photoCount: Int { Int(photoEnds[count - 1]) }
    var eventCount: Int { Int(eventEnds[count - 1]) }

    /// Photos of the children before this one.
    /// - Complexity: O(1).
    func photoStart(_ child: Int) -> Int { Int(photosBefore(child)) }
    /// Events that begin in the children before this one.
    /// - Complexity: O(1).
    func eventStart(_ child: Int) -> Int { child == 0 ? 0 : Int(eventEnds[child - 1]) }

    /// As `photoStart`, without a branch.
    @inline(__always)
    func photosBefore(_ child: Int) -> Int32 {
        let isLater = Int32(truncatingIfNeeded: (0 &- child) >> 63)
        return photoEnds[child &+ Int(isLater)] & isLater
    }

    /// The child that holds the photo at a position within this branch.
    /// - Complexity: O(capacity), four at a time.
    @inline(__always)
    func child(ofPosition position: Int32) -> Int {
        Self.countUpTo(position, in: photoEnds)
    }

    /// The child in which the event of an index within this branch begins.
    /// - Complexity: O(capacity), four at a time.
    func child(ofEvent event: Int32) -> Int {
        Self.countUpTo(event, in: eventEnds)
    }

    /// The child that holds a key, or would. Looks at several separators at a
    /// time, as `Leaf.lowerBound` does.
    /// - Complexity: O(capacity), in two steps.
    func child(ofKey key: OrderKey) -> Int {
        Self.countUpTo(key, in: separators)
    }

    /// How many of the ends are not above `value`, none of them being
    /// negative. Comparisons one by one became branches, of which a third
    /// were mispredicted.
    @inline(__always)
    private static func countUpTo(_ value: Int32, in ends: UnsafeMutablePointer<Int32>) -> Int {
        let ends = UnsafeRawPointer(ends)
        let inverse = SIMD4<Int32>(repeating: ~value)
        var found = SIMD4<Int32>()
        for four in 0..<capacity / 4 {
            let some = ends.load(fromByteOffset: four &* 16, as: SIMD4<Int32>.self)
            // The sign of `end - value - 1`.
            found &-= (some &+ inverse) &>> 31
        }
        return Int(found.wrappedSum())
    }

    /// How many of the first 31 values are not above `value`. Without
    /// branches, of which a mispredicted one costs as much as the whole
    /// search, and in two steps of reads that do not wait for each other.
    @inline(__always)
    private static func countUpTo<Value: Comparable>(
        _ value: Value, in ascending: UnsafeMutablePointer<Value>
    ) -> Int {
        var found = 0
        for place in 1...7 {
            found &+= ascending[place &* 4 &- 1] <= value ? 4 : 0
        }
        let first = found
        for place in 0..<3 {
            found &+= ascending[first &+ place] <= value ? 1 : 0
        }
        return found
    }
}

extension Block {
    /// The height of a tree's node: 0 for a leaf.
    var height: Int {
        Int(address.load(fromByteOffset: 12, as: UInt8.self))
    }

    /// Photos below a tree's node.
    var photoCount: Int {
        height == 0 ? Leaf(self).count : Branch(self).photoCount
    }

    /// Events that begin below a tree's node.
    var eventCount: Int {
        height == 0 ? Leaf(self).eventCount : Branch(self).eventCount
    }

    /// - Complexity: O(height).
    var firstKey: OrderKey {
        var node = self
        while node.height > 0 { node = Branch(node).children[0] }
        return Leaf(node).firstKey
    }

    /// - Complexity: O(height).
    var lastKey: OrderKey {
        var node = self
        while node.height > 0 { node = Branch(node).children[Branch(node).count - 1] }
        return Leaf(node).lastKey
    }
}
