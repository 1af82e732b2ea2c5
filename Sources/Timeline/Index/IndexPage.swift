/// The order keys of 64 neighbouring LUIDs, without the LUIDs.
///
/// Bytes: birth 8; then the columns `highs` and `lows`.
struct IndexPage {
    let block: Block

    static let capacity = 64
    private static let byteCount = 8 + capacity * (8 + 2)

    init(_ block: Block) {
        self.block = block
    }

    /// A page of absent photos.
    /// - Complexity: O(capacity).
    static func allocate(birth: UInt64) -> IndexPage {
        let block = Block.allocate(byteCount: byteCount, birth: birth)
        (block.address + 8).initializeMemory(as: UInt64.self, repeating: 0, count: capacity)
        (block.address + 8 + capacity * 8).initializeMemory(
            as: UInt16.self, repeating: 0, count: capacity)
        return IndexPage(block)
    }

    /// A copy that a commit may change.
    /// - Complexity: O(capacity).
    func copy(birth: UInt64) -> IndexPage {
        let copy = Block.allocate(byteCount: Self.byteCount, birth: birth)
        (copy.address + 8).copyMemory(from: block.address + 8, byteCount: Self.byteCount - 8)
        (copy.address + 8).bindMemory(to: UInt64.self, capacity: Self.capacity)
        (copy.address + 8 + Self.capacity * 8).bindMemory(
            to: UInt16.self, capacity: Self.capacity)
        return IndexPage(copy)
    }

    private var highs: UnsafeMutablePointer<UInt64> {
        (block.address + 8).assumingMemoryBound(to: UInt64.self)
    }

    private var lows: UnsafeMutablePointer<UInt16> {
        (block.address + 8 + Self.capacity * 8).assumingMemoryBound(to: UInt16.self)
    }

    subscript(slot: Int) -> IndexedKey {
        get { IndexedKey(high: highs[slot], low: lows[slot]) }
        nonmutating set {
            highs[slot] = newValue.high
            lows[slot] = newValue.low
        }
    }

    var isEmpty: Bool {
        let highs = highs
        var all: UInt64 = 0
        for slot in 0..<Self.capacity { all |= highs[slot] }
        return all == 0
    }
}

/// 64 pages, or 64 directories of the level below.
///
/// Bytes: birth 8; then the column `children`.
struct IndexDirectory {
    let block: Block

    static let capacity = 64
    private static let byteCount = 8 + capacity * 8

    init(_ block: Block) {
        self.block = block
    }

    /// A directory without children.
    /// - Complexity: O(capacity).
    static func allocate(birth: UInt64) -> IndexDirectory {
        let block = Block.allocate(byteCount: byteCount, birth: birth)
        (block.address + 8).initializeMemory(as: Block?.self, repeating: nil, count: capacity)
        return IndexDirectory(block)
    }

    /// A copy that a commit may change.
    /// - Complexity: O(capacity).
    func copy(birth: UInt64) -> IndexDirectory {
        let copy = Block.allocate(byteCount: Self.byteCount, birth: birth)
        (copy.address + 8).copyMemory(from: block.address + 8, byteCount: Self.byteCount - 8)
        (copy.address + 8).bindMemory(to: Block?.self, capacity: Self.capacity)
        return IndexDirectory(copy)
    }

    var children: UnsafeMutablePointer<Block?> {
        (block.address + 8).assumingMemoryBound(to: Block?.self)
    }

    var isEmpty: Bool {
        let children = children
        return (0..<Self.capacity).allSatisfy { children[$0] == nil }
    }
}
