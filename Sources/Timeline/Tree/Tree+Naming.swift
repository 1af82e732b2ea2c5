extension Tree {
    /// Gives an event of a version in the making another id.
    /// - Complexity: O(log n).
    mutating func setID(_ id: Int64, ofEvent index: Int, _ ledger: inout BlockLedger) {
        root = root.map { Self.setID(id, ofEvent: Int32(index), below: $0, &ledger) }
    }

    private static func setID(
        _ id: Int64, ofEvent index: Int32, below node: Block, _ ledger: inout BlockLedger
    ) -> Block {
        guard node.height > 0 else {
            let leaf = ledger.owns(node) ? Leaf(node) : Leaf(node).copy(birth: ledger.birth)
            if leaf.block != node { ledger.drop(node) }
            leaf.ids[Int(index)] = id
            return leaf.block
        }
        let branch = ledger.owns(node) ? Branch(node) : Branch(node).copy(birth: ledger.birth)
        if branch.block != node { ledger.drop(node) }
        let child = branch.child(ofEvent: index)
        branch.children[child] = setID(
            id, ofEvent: index - Int32(branch.eventStart(child)), below: branch.children[child],
            &ledger)
        return branch.block
    }

    /// The event that bears an id.
    /// - Complexity: O(events): there is no index of them.
    func event(withID id: Int64) -> Int? {
        var found: Int?
        forEachLeaf(in: 0..<photoCount) { leaf, _, events in
            for mark in 0..<leaf.eventCount where leaf.ids[mark] == id {
                found = events + mark
            }
        }
        return found
    }
}
