import Photos

/// Where the thumbnails of every content lie, in memory.
///
/// A content takes 32 bytes, and 5 to 10 in the table that finds it: some 40 MB
/// for a million photos. It is known by half of its hash; nobody can bring about
/// another with the same sixteen bytes.
struct ThumbnailIndex {
    typealias Places = EachSize<PackPlace>

    private struct Entry {
        var key: (UInt64, UInt64)
        var s75: PackPlace
        var s256: PackPlace

        var places: Places { Places(s75: s75, s256: s256) }
    }

    /// Entries in one array: it grows without copying all of them.
    private static let chunk = 4096
    private static let empty = none
    /// What stands for the number of a content that is not here.
    static let none = UInt32.max

    private var chunks: [[Entry]] = []
    /// The number of an entry, where its key leads or the nearest free place
    /// behind it. A power of two; at most four fifths are taken.
    private var slots = [UInt32](repeating: Self.empty, count: 1024)
    private(set) var count = 0
    /// Numbers mean the same contents while this is the same.
    private(set) var generation: UInt64 = 0

    /// Bytes of memory that it takes.
    var byteCount: Int {
        chunks.count * Self.chunk * MemoryLayout<Entry>.stride
            + slots.count * MemoryLayout<UInt32>.stride
    }

    /// - Complexity: O(1) on average.
    subscript(hash: ContentHash) -> Places? {
        let number = number(of: hash)
        return number == Self.none ? nil : places(number)
    }

    /// The number of a content; `none` when it is not here.
    /// - Parameter last: of a content that may have come just before: that of
    ///   the next photo of the feed, which is found without a search.
    /// - Complexity: O(1) on average.
    func number(of hash: ContentHash, after last: UInt32 = none) -> UInt32 {
        let key = hash.firstHalf
        let next = last &+ 1
        if next < count, entry(next).key == key { return next }
        return slots[slot(of: key)]
    }

    /// Where the thumbnails of a content lie.
    /// - Precondition: it is here.
    func places(_ number: UInt32) -> Places { entry(number).places }

    /// Notes where a content's thumbnails lie. - Returns: where they lay.
    /// - Complexity: O(1) on average.
    @discardableResult
    mutating func set(_ places: Places, of hash: ContentHash) -> Places? {
        let key = hash.firstHalf
        var slot = slot(of: key)
        let entry = Entry(key: key, s75: places.s75, s256: places.s256)
        let number = slots[slot]
        if number != Self.empty {
            defer { chunks[Int(number) / Self.chunk][Int(number) % Self.chunk] = entry }
            return self.entry(number).places
        }
        if (count + 1) * 5 > slots.count * 4 {
            grow()
            slot = self.slot(of: key)
        }
        slots[slot] = UInt32(count)
        if count % Self.chunk == 0 {
            chunks.append([])
            chunks[chunks.count - 1].reserveCapacity(Self.chunk)
        }
        chunks[chunks.count - 1].append(entry)
        count += 1
        return nil
    }

    /// Forgets a content. - Returns: where its thumbnails lay.
    /// - Complexity: O(1) on average.
    @discardableResult
    mutating func remove(_ hash: ContentHash) -> Places? {
        let slot = slot(of: hash.firstHalf)
        let number = slots[slot]
        guard number != Self.empty else { return nil }
        let places = entry(number).places
        // The last entry takes the place of the one that goes.
        let last = UInt32(count - 1)
        if number != last {
            let moved = entry(last)
            slots[self.slot(of: moved.key)] = number
            chunks[Int(number) / Self.chunk][Int(number) % Self.chunk] = moved
        }
        generation += 1
        chunks[chunks.count - 1].removeLast()
        if chunks[chunks.count - 1].isEmpty { chunks.removeLast() }
        count -= 1
        close(slot)
        return places
    }

    private func entry(_ number: UInt32) -> Entry {
        chunks[Int(number) / Self.chunk][Int(number) % Self.chunk]
    }

    /// The slot of a key, or the free one where it belongs.
    private func slot(of key: (UInt64, UInt64)) -> Int {
        var slot = home(of: key)
        while slots[slot] != Self.empty, entry(slots[slot]).key != key {
            slot = (slot + 1) & (slots.count - 1)
        }
        return slot
    }

    /// Where a key leads. With a seed of this process: who chooses contents
    /// cannot choose places.
    private func home(of key: (UInt64, UInt64)) -> Int {
        var hasher = Hasher()
        hasher.combine(key.0)
        hasher.combine(key.1)
        return hasher.finalize() & (slots.count - 1)
    }

    /// Frees a slot, and moves those behind it that it was in the way of.
    private mutating func close(_ free: Int) {
        let mask = slots.count - 1
        var free = free
        slots[free] = Self.empty
        var slot = (free + 1) & mask
        while slots[slot] != Self.empty {
            let home = home(of: entry(slots[slot]).key)
            // Whether the way from home to the slot leads over the free one.
            if (slot - home) & mask >= (slot - free) & mask {
                slots[free] = slots[slot]
                slots[slot] = Self.empty
                free = slot
            }
            slot = (slot + 1) & mask
        }
    }

    private mutating func grow() {
        slots = [UInt32](repeating: Self.empty, count: 2 * slots.count)
        for number in 0..<UInt32(count) { slots[slot(of: entry(number).key)] = number }
    }
}
