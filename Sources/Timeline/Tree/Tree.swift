/// A counted B+tree of photos in the order of the timeline: its branches
/// know how many photos and how many events lie below each child.
///
/// The tree is a view: it neither owns nor frees its blocks.
struct Tree: Equatable, Sendable {
    /// Nil when there is no photo.
    var root: Block?

    var photoCount: Int { root?.photoCount ?? 0 }
    var eventCount: Int { root?.eventCount ?? 0 }

    /// The leaf that holds the photo at a position, and its index in that.
    /// - Precondition: there is such a photo.
    /// - Complexity: O(log n).
    @inline(__always)
    func locate(_ position: Int) -> (leaf: Leaf, index: Int) {
        var rest = Int32(truncatingIfNeeded: position)
        var node = root.unsafelyUnwrapped
        var height = node.height
        while height > 0 {
            let branch = Branch(node)
            let child = branch.child(ofPosition: rest)
            rest &-= branch.photosBefore(child)
            node = branch.children[child]
            height &-= 1
        }
        return (Leaf(node), Int(rest))
    }

    /// - Complexity: O(log n).
    func key(at position: Int) -> OrderKey {
        let (leaf, index) = locate(position)
        return leaf.photos[index].key
    }

    /// The position of the first photo whose key is not below `key`.
    /// - Complexity: O(log n).
    func position(of key: OrderKey) -> Int {
        guard var node = root else { return 0 }
        var before = 0
        while node.height > 0 {
            let branch = Branch(node)
            let child = branch.child(ofKey: key)
            before &+= branch.photoStart(child)
            node = branch.children[child]
        }
        return before + Leaf(node).lowerBound(key)
    }

    /// The leaf that holds a key, or would; nil for an empty tree.
    /// - Complexity: O(log n).
    func leaf(ofKey key: OrderKey) -> Leaf? {
        guard var node = root else { return nil }
        while node.height > 0 {
            let branch = Branch(node)
            node = branch.children[branch.child(ofKey: key)]
        }
        return Leaf(node)
    }
}
