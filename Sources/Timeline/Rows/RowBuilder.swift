import Photos

/// Makes the shadows of a tree, and takes over those that an earlier layout
/// has of the same branches.
struct RowBuilder {
    let coding: KeyCoding
    let rule: RowRule
    let opened: Set<EventID>
    /// The root of the earlier layout, whose snapshot is still alive: two
    /// blocks at one address are one block.
    let earlier: RowNode?
    /// The key of an event that was opened or folded: what holds it cannot be
    /// taken over.
    let changed: OrderKey?

    /// - Parameter root: A branch.
    /// - Complexity: O(k log n) for k leaves that the earlier layout does not have.
    func node(_ root: Block) -> RowNode {
        node(root, like: similar(to: root), isChanged: changed != nil)
    }

    private func node(_ block: Block, like similar: RowNode?, isChanged: Bool) -> RowNode {
        if let similar, similar.block == block && !isChanged { return similar }
        let branch = Branch(block)
        let changedChild = isChanged ? changed.map { branch.child(ofKey: $0) } : nil
        var children = ContiguousArray<RowSummary>()
        children.reserveCapacity(branch.count)
        guard block.height > 1 else {
            var place = 0
            for index in 0..<branch.count {
                let leaf = branch.children[index]
                if index != changedChild, let known = summary(of: leaf, in: similar, &place) {
                    children.append(known)
                } else {
                    children.append(summary(of: Leaf(leaf)))
                }
            }
            return RowNode(block: block, children: children, nodes: [], rule)
        }
        var nodes = ContiguousArray<RowNode>()
        nodes.reserveCapacity(branch.count)
        for index in 0..<branch.count {
            let child = branch.children[index]
            let isSameChild = similar.map {
                index < $0.nodes.count && $0.nodes[index].block == child
            }
            let made = node(
                child, like: isSameChild == true ? similar?.nodes[index] : self.similar(to: child),
                isChanged: index == changedChild)
            nodes.append(made)
            children.append(made.total)
        }
        return RowNode(block: block, children: children, nodes: nodes, rule)
    }

    /// The earlier shadow that has the place of this branch: of the branch
    /// itself, when it was there.
    private func similar(to block: Block) -> RowNode? {
        earlier?.node(ofHeight: block.height, holding: block.firstKey)
    }

    /// - Parameter place: Where the last leaf was found: leaves come in order.
    private func summary(
        of leaf: Block, in similar: RowNode?, _ place: inout Int
    ) -> RowSummary? {
        guard let similar else { return nil }
        let branch = Branch(similar.block)
        for index in place..<max(branch.count, place) where branch.children[index] == leaf {
            place = index + 1
            return similar.children[index]
        }
        return nil
    }

    /// - Complexity: O(events of the leaf).
    func summary(of leaf: Leaf) -> RowSummary {
        var summary = RowSummary(photos: 0)
        var months = MonthFinder(coding: coding)
        var start = 0
        let eventCount = leaf.eventCount
        for mark in 0..<eventCount {
            let next = Int(leaf.starts[mark])
            summary = summary.joined(
                with: RowSummary(photos: Int32(next - start)), rule)
            summary = summary.joined(
                with: event(mark, of: leaf, &months), rule)
            start = next
        }
        return summary.joined(
            with: RowSummary(photos: Int32(leaf.count - start)), rule)
    }

    /// The beginning of an event.
    /// - Complexity: O(1).
    func event(_ mark: Int, of leaf: Leaf, _ months: inout MonthFinder) -> RowSummary {
        RowSummary(
            eventIn: months.month(of: leaf.photos[Int(leaf.starts[mark])].key),
            isOpened: !opened.isEmpty && opened.contains(EventID(leaf.ids[mark])))
    }
}
