import Photos

/// What the layout knows of a branch of the tree: a shadow of it, shared
/// between layouts as far as the branches are shared between snapshots.
final class RowNode: Sendable {
    /// The branch, kept alive by the layout's snapshot.
    let block: Block
    let total: RowSummary
    /// For each child of the branch.
    let children: ContiguousArray<RowSummary>
    /// Shadows of the children; empty when these are leaves.
    let nodes: ContiguousArray<RowNode>
    /// Children in which an event begins, with what lies before them in the
    /// branch.
    let starts: ContiguousArray<Start>

    struct Start: Sendable {
        var child: Int
        var before: RowSummary
    }

    init(
        block: Block, children: ContiguousArray<RowSummary>, nodes: ContiguousArray<RowNode>,
        _ rule: RowRule
    ) {
        self.block = block
        self.children = children
        self.nodes = nodes
        var starts = ContiguousArray<Start>()
        starts.reserveCapacity(children.count)
        var before = RowSummary(photos: 0)
        for (index, child) in children.enumerated() {
            if child.events > 0 { starts.append(Start(child: index, before: before)) }
            before = before.joined(with: child, rule)
        }
        total = before
        self.starts = starts
    }

    /// The shadow of the branch of a height that holds a key, or would.
    /// - Complexity: O(log n).
    func node(ofHeight height: Int, holding key: OrderKey) -> RowNode? {
        var node = self
        while node.block.height > height {
            node = node.nodes[Branch(node.block).child(ofKey: key)]
        }
        return node.block.height == height ? node : nil
    }
}
