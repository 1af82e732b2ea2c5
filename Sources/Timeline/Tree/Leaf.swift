/// A run of up to `capacity` neighbouring photos, with marks where events
/// begin. An event may go over several leaves, and a leaf may hold several
/// events.
///
/// Photos lie one behind the other, each packed: with a column for each field
/// as compact, reading a photo asks for several places in memory, and a scan
/// took four times as long.
///
/// Bytes: birth 8, photos 2, events 2, height 1, unused 3; then the columns
/// `photos`, `ids` (at a multiple of 8), `starts`.
struct Leaf {
    let block: Block

    /// The most photos of a leaf: small enough to be copied in a fraction of
    /// a microsecond, and `starts` fits a byte.
    static let capacity = 128
    /// The fewest, but for a tree of one leaf.
    static let least = 32

    private static let headerSize = 16
    private static let photoSize = MemoryLayout<PackedPhoto>.stride
    private static let eventSize = MemoryLayout<Int64>.stride + 1

    private static func idOffset(_ photos: Int) -> Int {
        (headerSize + photos * photoSize + 7) & ~7
    }

    private static func byteCount(_ photos: Int, _ events: Int) -> Int {
        idOffset(photos) + events * eventSize
    }

    init(_ block: Block) {
        self.block = block
    }

    /// A leaf whose columns are yet to be filled.
    /// - Complexity: O(1).
    static func allocate(photos: Int, events: Int, birth: UInt64) -> Leaf {
        assert((1...capacity).contains(photos) && events <= photos)
        let block = Block.allocate(byteCount: byteCount(photos, events), birth: birth)
        block.address.storeBytes(
            of: UInt16(truncatingIfNeeded: photos), toByteOffset: 8, as: UInt16.self)
        block.address.storeBytes(
            of: UInt16(truncatingIfNeeded: events), toByteOffset: 10, as: UInt16.self)
        block.address.storeBytes(of: 0, toByteOffset: 12, as: UInt32.self)
        let leaf = Leaf(block)
        (block.address + headerSize).bindMemory(to: PackedPhoto.self, capacity: photos)
        UnsafeMutableRawPointer(leaf.ids).bindMemory(to: Int64.self, capacity: events)
        UnsafeMutableRawPointer(leaf.starts).bindMemory(to: UInt8.self, capacity: events)
        return leaf
    }

    /// A copy that a commit may change.
    /// - Complexity: O(photos).
    func copy(birth: UInt64) -> Leaf {
        let copy = Leaf.allocate(photos: count, events: eventCount, birth: birth)
        (copy.block.address + Self.headerSize).copyMemory(
            from: block.address + Self.headerSize,
            byteCount: Self.byteCount(count, eventCount) - Self.headerSize)
        return copy
    }

    var count: Int {
        Int(block.address.load(fromByteOffset: 8, as: UInt16.self))
    }

    /// Events that begin in this leaf.
    var eventCount: Int {
        Int(block.address.load(fromByteOffset: 10, as: UInt16.self))
    }

    /// By ascending key.
    var photos: UnsafeMutablePointer<PackedPhoto> {
        (block.address + Self.headerSize).assumingMemoryBound(to: PackedPhoto.self)
    }

    /// The id of each event that begins here; 0 while it is yet to be named.
    var ids: UnsafeMutablePointer<Int64> {
        (block.address + Self.idOffset(count)).assumingMemoryBound(to: Int64.self)
    }

    /// The index of the first photo of each event that begins here, ascending.
    var starts: UnsafeMutablePointer<UInt8> {
        UnsafeMutableRawPointer(ids + eventCount).assumingMemoryBound(to: UInt8.self)
    }

    var firstKey: OrderKey { photos[0].key }
    var lastKey: OrderKey { photos[count - 1].key }
}

extension Leaf {
    /// The index of the first photo from `start` on whose key is not below
    /// `key`; `count` when there is none.
    /// - Complexity: O(log capacity).
    func lowerBound(_ key: OrderKey, from start: Int = 0) -> Int {
        let photos = photos
        var low = start
        var length = count - start
        while length > 0 {
            let half = length >> 1
            let isBelow = photos[low &+ half].key < key
            low = isBelow ? low &+ half &+ 1 : low
            length = isBelow ? length &- half &- 1 : half
        }
        return low
    }

    /// How many events begin at or before the photo at `index`.
    /// - Complexity: O(events of the leaf).
    func eventStarts(through index: Int) -> Int {
        let starts = starts
        var found = 0
        for mark in 0..<eventCount {
            found &+= Int(starts[mark]) <= index ? 1 : 0
        }
        return found
    }

    /// Whether an event begins with the photo at `index`, and which mark it
    /// has.
    /// - Complexity: O(events of the leaf).
    func mark(at index: Int) -> Int? {
        let mark = eventStarts(through: index) - 1
        return mark >= 0 && Int(starts[mark]) == index ? mark : nil
    }
}
