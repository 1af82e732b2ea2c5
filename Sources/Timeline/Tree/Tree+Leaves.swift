extension Tree {
    /// Calls `body` with each leaf that holds photos of a range of positions,
    /// in order, the position of its first photo, and the number of events
    /// that begin before it.
    /// - Complexity: O(log n + leaves).
    func forEachLeaf(
        in positions: Range<Int>, _ body: (_ leaf: Leaf, _ position: Int, _ events: Int) -> Void
    ) {
        guard let root, !positions.isEmpty else { return }
        Self.visit(root, at: 0, events: 0, positions, body)
    }

    private static func visit(
        _ node: Block, at start: Int, events: Int, _ positions: Range<Int>,
        _ body: (Leaf, Int, Int) -> Void
    ) {
        guard node.height > 0 else { return body(Leaf(node), start, events) }
        let branch = Branch(node)
        var child =
            positions.lowerBound <= start
            ? 0 : branch.child(ofPosition: Int32(positions.lowerBound - start))
        while child < branch.count {
            let childStart = start + branch.photoStart(child)
            if childStart >= positions.upperBound { return }
            visit(
                branch.children[child], at: childStart,
                events: events + branch.eventStart(child), positions, body)
            child += 1
        }
    }
}
