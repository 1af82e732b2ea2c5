import Photos

/// Where in the order the photo of a LUID stands: a radix tree over LUIDs,
/// with the order key (without the LUID) as its values. About 10 bytes a
/// photo, since LUIDs are dense.
///
/// It belongs to a version as the tree does, and answers for that version.
/// A view: it neither owns nor frees its blocks.
struct LUIDIndex: Equatable, Sendable {
    /// A page at level 0, else a directory; nil when there is no photo.
    var root: Block?
    /// Levels of directories above the pages.
    var level = 0

    static let bits = 6
    static let mask: UInt64 = 63

    /// The first LUID number that lies beyond what the root covers.
    /// - Complexity: O(1).
    func covers(_ number: UInt64) -> Bool {
        number >> UInt64(Self.bits * (level + 1)) == 0
    }

    /// - Complexity: O(log highest LUID).
    subscript(luid: LUID) -> IndexedKey {
        let number = UInt64(bitPattern: luid.rawValue)
        guard var node = root, covers(number) else { return .absent }
        var level = level
        while level > 0 {
            let slot = Int(number >> UInt64(Self.bits * level) & Self.mask)
            guard let child = IndexDirectory(node).children[slot] else { return .absent }
            node = child
            level -= 1
        }
        return IndexPage(node)[Int(number & Self.mask)]
    }
}
