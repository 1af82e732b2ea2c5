/// Applies the edits of one commit to a tree, all in one pass from left to
/// right: the nodes on the way to an edit are made anew, all others shared.
struct TreeEditor {
    var ledger: BlockLedger
    var builder: LeafBuilder
    /// The nodes made or met so far, left to right; those of the levels above
    /// lie below. Its top is always the left neighbour of the node in hand.
    var made = ContiguousArray<TreeChild>()

    init(coding: KeyCoding, grouping: EventGrouping) {
        ledger = BlockLedger(birth: 0)
        builder = LeafBuilder(coding: coding, grouping: grouping)
    }

    /// Begins the commit that makes version `birth`.
    /// - Complexity: O(1).
    mutating func begin(birth: UInt64) {
        ledger = BlockLedger(birth: birth)
        builder.clearTraces()
    }

    /// - Parameter edits: Ascending keys, none twice.
    /// - Complexity: O(k log n), and O(k + log n) for edits close together.
    mutating func apply(_ edits: UnsafeBufferPointer<TreeEdit>, to tree: Tree) -> Tree {
        assert(made.isEmpty)
        if let root = tree.root {
            _ = rebuild(TreeChild(root, separator: .first), edits[...], hasNewNeighbour: false)
        } else {
            builder.begin(after: nil, separator: .first, birth: ledger.birth)
            for edit in edits where !edit.isRemoval { builder.append(edit.photo) }
            builder.finish(into: &made)
        }
        return Tree(root: closeRoot())
    }

    /// Makes the node anew with the edits that fall to it and pushes what
    /// comes of it: none, one or several nodes of the same height.
    /// - Parameter hasNewNeighbour: Whether the photo before its first one is
    ///   another than it was.
    /// - Returns: whether its last photo is another than it was.
    /// - Complexity: O(k log n) for k edits.
    mutating func rebuild(
        _ node: TreeChild, _ edits: Slice<UnsafeBufferPointer<TreeEdit>>, hasNewNeighbour: Bool
    ) -> Bool {
        node.block.height == 0
            ? rebuildLeaf(node, edits, hasNewNeighbour: hasNewNeighbour)
            : rebuildBranch(node, edits, hasNewNeighbour: hasNewNeighbour)
    }

    private mutating func rebuildLeaf(
        _ node: TreeChild, _ edits: Slice<UnsafeBufferPointer<TreeEdit>>, hasNewNeighbour: Bool
    ) -> Bool {
        let leaf = Leaf(node.block)
        if edits.isEmpty && !needsNewMark(leaf) {
            made.append(node)
            return false
        }
        let lastKey = leaf.lastKey
        // The neighbour is a cache miss away and seldom asked for.
        let concernsFirst = hasNewNeighbour || edits[edits.startIndex].key <= leaf.firstKey
        builder.begin(
            after: concernsFirst ? made.last?.block.lastKey : nil, separator: node.separator,
            birth: ledger.birth)
        fillBuilder(leaf, edits, hasNewNeighbour: hasNewNeighbour)
        builder.finish(into: &made)
        ledger.drop(node.block)
        return made.last?.block.lastKey != lastKey
    }

    private mutating func fillBuilder(
        _ leaf: Leaf, _ edits: Slice<UnsafeBufferPointer<TreeEdit>>, hasNewNeighbour: Bool
    ) {
        let count = leaf.count
        var next = 0
        var isSeam = hasNewNeighbour
        for edit in edits {
            let place = leaf.lowerBound(edit.key, from: next)
            let isPresent = place < count && leaf.photos[place].key == edit.key
            let isReplacement = isPresent && !edit.isRemoval
            let end = isReplacement ? place + 1 : place
            builder.append(leaf, next..<end, isSeam: isSeam)
            if end > next { isSeam = false }
            next = end
            if isReplacement {
                builder.replaceLast(edit.photo)
            } else if isPresent {
                builder.leaveOut(leaf, place)
                next = place + 1
                isSeam = true
            } else if !edit.isRemoval {
                builder.append(edit.photo)
                isSeam = true
            }
        }
        builder.append(leaf, next..<count, isSeam: isSeam)
    }

    /// Whether the mark of the leaf's first photo is wrong now.
    private func needsNewMark(_ leaf: Leaf) -> Bool {
        builder.isBoundary(made.last?.block.lastKey, leaf.firstKey) != (leaf.mark(at: 0) != nil)
    }

    /// Puts branches over the nodes until one is left.
    private mutating func closeRoot() -> Block? {
        while made.count > 1 {
            joinUnderfull(from: 0)
            if made.count > 1 { pack(from: 0) }
        }
        guard var root = made.popLast()?.block else { return nil }
        while root.height > 0 && Branch(root).count == 1 {
            let only = Branch(root).children[0]
            ledger.drop(root)
            root = only
        }
        return root
    }
}
