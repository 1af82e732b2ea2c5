extension TreeEditor {
    /// `rebuild` for a branch.
    /// - Complexity: O(k log n) for k edits.
    mutating func rebuildBranch(
        _ node: TreeChild, _ edits: Slice<UnsafeBufferPointer<TreeEdit>>, hasNewNeighbour: Bool
    ) -> Bool {
        let branch = Branch(node.block)
        let child =
            hasNewNeighbour ? 0 : branch.child(ofKey: edits[edits.startIndex].key)
        let next = firstEdit(beyond: child, of: branch, edits)
        if next < edits.endIndex || (hasNewNeighbour && !edits.isEmpty) {
            return rebuildChildren(node, edits, hasNewNeighbour: hasNewNeighbour)
        }
        // The way of nearly every commit: one child changes, and its branch is
        // a copy with that child replaced.
        let base = made.count
        if child > 0 { made.append(TreeChild(branch, child - 1, separator: node.separator)) }
        let start = made.count
        let old = TreeChild(branch, child, separator: node.separator)
        let hasNewLast = rebuild(old, edits, hasNewNeighbour: hasNewNeighbour)
        let isLast = child + 1 == branch.count
        if made.count == start + 1 && !made[start].isUnderfull && (isLast || !hasNewLast) {
            let new = made[start]
            made.removeSubrange(base...)
            replaceChild(child, of: node, with: new)
            return hasNewLast
        }
        let parts = ContiguousArray(made[start...])
        made.removeSubrange(base...)
        return assemble(node, around: child, parts, hasNewLast: hasNewLast)
    }

    private mutating func replaceChild(_ child: Int, of node: TreeChild, with new: TreeChild) {
        let branch = Branch(node.block)
        if branch.children[child] == new.block {
            made.append(node)
            return
        }
        let copy = branch.copy(birth: ledger.birth)
        copy.replace(child, with: new)
        ledger.drop(node.block)
        made.append(TreeChild(copy.block, separator: node.separator))
    }

    /// The branch anew when one child has become `parts`.
    private mutating func assemble(
        _ node: TreeChild, around child: Int, _ parts: ContiguousArray<TreeChild>,
        hasNewLast: Bool
    ) -> Bool {
        let branch = Branch(node.block)
        let base = made.count
        for index in 0..<child {
            made.append(TreeChild(branch, index, separator: node.separator))
        }
        made.append(contentsOf: parts)
        var hasNewLast = hasNewLast
        for index in child + 1..<max(branch.count, child + 1) {
            let later = TreeChild(branch, index, separator: node.separator)
            if hasNewLast {
                hasNewLast = rebuild(later, TreeEdit.none, hasNewNeighbour: true)
            } else {
                made.append(later)
            }
        }
        close(node, from: base)
        return hasNewLast
    }

    /// The branch anew when several children change.
    private mutating func rebuildChildren(
        _ node: TreeChild, _ edits: Slice<UnsafeBufferPointer<TreeEdit>>, hasNewNeighbour: Bool
    ) -> Bool {
        let branch = Branch(node.block)
        let base = made.count
        var hasNewLast = hasNewNeighbour
        var rest = edits
        for index in 0..<branch.count {
            let child = TreeChild(branch, index, separator: node.separator)
            let next = firstEdit(beyond: index, of: branch, rest)
            if next == rest.startIndex && !hasNewLast {
                made.append(child)
            } else {
                hasNewLast = rebuild(
                    child, rest[rest.startIndex..<next], hasNewNeighbour: hasNewLast)
            }
            rest = rest[next...]
        }
        close(node, from: base)
        return hasNewLast
    }

    /// The first edit that falls to a later child than this one.
    private func firstEdit(
        beyond child: Int, of branch: Branch, _ edits: Slice<UnsafeBufferPointer<TreeEdit>>
    ) -> Int {
        guard child + 1 < branch.count else { return edits.endIndex }
        let limit = branch.separators[child]
        var low = edits.startIndex
        var high = edits.endIndex
        while low < high {
            let middle = low + (high - low) / 2
            if edits[middle].key < limit {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    /// Puts the branches over the nodes from `base` on in their place, and
    /// drops the old one.
    private mutating func close(_ node: TreeChild, from base: Int) {
        ledger.drop(node.block)
        joinUnderfull(from: base)
        if made.count > base { pack(from: base) }
    }

    /// Joins nodes that have too little in them with a neighbour.
    /// - Complexity: O(nodes).
    mutating func joinUnderfull(from base: Int) {
        var index = base
        while index < made.count {
            guard made[index].isUnderfull && made.count - base > 1 else {
                index += 1
                continue
            }
            let left = index == made.count - 1 ? index - 1 : index
            let joined = join(made[left], made[left + 1])
            made.replaceSubrange(left...left + 1, with: joined)
            index = left
        }
    }

    /// One or two nodes with what was in these two.
    private mutating func join(
        _ left: TreeChild, _ right: TreeChild
    ) -> ContiguousArray<TreeChild> {
        let outer = made
        made = []
        if left.block.height == 0 {
            builder.begin(after: nil, separator: left.separator, birth: ledger.birth)
            for leaf in [Leaf(left.block), Leaf(right.block)] {
                builder.append(leaf, 0..<leaf.count, isSeam: false)
            }
            builder.finish(into: &made)
        } else {
            for node in [left, right] {
                let branch = Branch(node.block)
                for index in 0..<branch.count {
                    made.append(TreeChild(branch, index, separator: node.separator))
                }
            }
            joinUnderfull(from: 0)
            pack(from: 0)
        }
        ledger.drop(left.block)
        ledger.drop(right.block)
        defer { made = outer }
        return made
    }

    /// Puts branches over the nodes from `base` on, in their place.
    /// - Complexity: O(nodes).
    mutating func pack(from base: Int) {
        let count = made.count - base
        let parts = count <= Branch.capacity ? 1 : (count - 1) / Self.comfortable + 1
        let height = made[base].block.height + 1
        var branches = ContiguousArray<TreeChild>()
        branches.reserveCapacity(parts)
        for part in 0..<parts {
            let children = made[base + count * part / parts..<base + count * (part + 1) / parts]
            let branch = Branch.make(children, height: height, birth: ledger.birth)
            // Not empty: there are more children than parts.
            branches.append(
                TreeChild(branch.block, separator: children[children.startIndex].separator))
        }
        made.replaceSubrange(base..., with: branches)
    }

    /// Children in a branch when many are made: room to grow.
    private static let comfortable = Branch.capacity * 7 / 8
}
