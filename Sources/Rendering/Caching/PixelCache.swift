public import Photos

/// Decoded pictures of one thumbnail size, by photo: the least recently used
/// go first when they take more bytes than the budget.
///
/// What has been used in the current frame is the viewport and is pinned: it
/// stays even when it alone is over the budget, so that a cell in sight never
/// loses its picture.
public struct PixelCache<Picture> {
    fileprivate struct Entry {
        var photo: LUID
        var picture: Picture
        var bytes: Int
        var frame: UInt64
        var newer: Int
        var older: Int
    }

    /// Bytes that unpinned pictures may take together with the pinned ones.
    public private(set) var byteBudget: Int
    /// Bytes of all pictures held.
    public private(set) var byteCount = 0
    private var slots: [Entry?] = []
    private var free: [Int] = []
    private var index: [LUID: Int] = [:]
    private var newest = none
    private var oldest = none
    private var frame: UInt64 = 0

    private static var none: Int { -1 }

    public init(byteBudget: Int) {
        self.byteBudget = byteBudget
    }

    /// Pictures held.
    public var count: Int { index.count }

    /// Begins a frame: nothing is pinned until it is used in it.
    /// - Complexity: O(1).
    public mutating func beginFrame() {
        frame += 1
    }

    /// The photo's picture, which is pinned until the next frame.
    /// - Complexity: O(1).
    public mutating func use(_ photo: LUID) -> Picture? {
        guard let slot = index[photo] else { return nil }
        moveToNewest(slot)
        slots[slot]?.frame = frame
        return slots[slot]?.picture
    }

    /// The photo's picture, without a change to what is evicted next.
    /// - Complexity: O(1).
    public func peek(_ photo: LUID) -> Picture? {
        index[photo].flatMap { slots[$0]?.picture }
    }

    /// Holds a picture as the newest one, in place of the photo's former.
    ///
    /// - Parameter pinned: whether it is in sight in the current frame.
    /// - Complexity: O(1) amortised over what it evicts.
    public mutating func insert(
        _ picture: Picture, bytes: Int, for photo: LUID, pinned: Bool
    ) {
        // A picture replaced in sight stays in sight.
        let stamp = pinned || index[photo].map { slots[$0]?.frame == frame } == true ? frame : 0
        remove(photo)
        let entry = Entry(
            photo: photo, picture: picture, bytes: bytes, frame: stamp, newer: Self.none,
            older: Self.none)
        let slot: Int
        if let reused = free.popLast() {
            slot = reused
            slots[slot] = entry
        } else {
            slot = slots.count
            slots.append(entry)
        }
        index[photo] = slot
        byteCount += bytes
        linkAsNewest(slot)
        evict(downTo: byteBudget)
    }

    /// Lets go of a photo's picture.
    /// - Complexity: O(1).
    public mutating func remove(_ photo: LUID) {
        guard let slot = index.removeValue(forKey: photo), let entry = slots[slot] else { return }
        unlink(slot)
        byteCount -= entry.bytes
        slots[slot] = nil
        free.append(slot)
    }

    /// Lets go of the pictures of which this is true.
    /// - Complexity: O(pictures held).
    public mutating func removeAll(where isUseless: (Picture) -> Bool) {
        for (photo, slot) in index {
            if let entry = slots[slot], isUseless(entry.picture) { remove(photo) }
        }
    }

    /// Sets another budget and evicts what is over it, as when the system is
    /// short of memory.
    /// - Complexity: O(pictures evicted).
    public mutating func setByteBudget(_ bytes: Int) {
        byteBudget = bytes
        evict(downTo: bytes)
    }

    /// Evicts the least recently used, pinned ones excepted.
    private mutating func evict(downTo limit: Int) {
        var slot = oldest
        while byteCount > limit, slot != Self.none, let entry = slots[slot] {
            let next = entry.newer
            if entry.frame != frame { remove(entry.photo) }
            slot = next
        }
    }

    private mutating func moveToNewest(_ slot: Int) {
        guard slot != newest else { return }
        unlink(slot)
        linkAsNewest(slot)
    }

    private mutating func linkAsNewest(_ slot: Int) {
        slots[slot]?.older = newest
        slots[slot]?.newer = Self.none
        if newest != Self.none { slots[newest]?.newer = slot }
        newest = slot
        if oldest == Self.none { oldest = slot }
    }

    private mutating func unlink(_ slot: Int) {
        guard let entry = slots[slot] else { return }
        if entry.newer == Self.none {
            newest = entry.older
        } else {
            slots[entry.newer]?.older = entry.older
        }
        if entry.older == Self.none {
            oldest = entry.newer
        } else {
            slots[entry.older]?.newer = entry.newer
        }
    }
}

extension PixelCache: Sendable where Picture: Sendable {}
extension PixelCache.Entry: Sendable where Picture: Sendable {}
