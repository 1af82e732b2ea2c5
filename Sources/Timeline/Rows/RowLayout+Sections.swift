import Photos

extension RowLayout {
    /// The last event that begins at or before a place.
    /// - Parameter isWithin: Whether what lies above an event lies within
    ///   that place: true up to some event, false from then on, and true for
    ///   the first one.
    /// - Complexity: O(log n).
    func section(where isWithin: (RowCounts) -> Bool) -> RowSection? {
        guard let root = snapshot.state.tree.root else { return nil }
        return snapshot.reading { state in
            let rule = rule
            var before = RowSummary(photos: 0)
            var block = root
            var node = shadow
            while let current = node {
                let start = lastStart(of: current, after: before, where: isWithin)
                before = before.joined(with: start.before, rule)
                block = Branch(current.block).children[start.child]
                node = current.nodes.isEmpty ? nil : current.nodes[start.child]
            }
            return section(in: Leaf(block), after: before, where: isWithin, state)
        }
    }

    private var rule: RowRule { RowRule(metrics) }

    private func lastStart(
        of node: RowNode, after before: RowSummary, where isWithin: (RowCounts) -> Bool
    ) -> RowNode.Start {
        let rule = rule
        var low = 1
        var high = node.starts.count
        while low < high {
            let middle = (low + high) / 2
            let start = node.starts[middle]
            let counts = before.joined(with: start.before, rule)
                .counts(before: node.children[start.child], rule)
            if isWithin(counts) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return node.starts[low - 1]
    }

    private func section(
        in leaf: Leaf, after before: RowSummary, where isWithin: (RowCounts) -> Bool,
        _ state: Version
    ) -> RowSection {
        let builder = builder(coding: state.coding)
        let rule = rule
        var months = MonthFinder(coding: state.coding)
        var run = before
        var start = 0
        var found: RowSection?
        for mark in 0..<leaf.eventCount {
            let next = Int(leaf.starts[mark])
            run = run.joined(with: RowSummary(photos: Int32(next - start)), rule)
            let event = builder.event(mark, of: leaf, &months)
            let counts = run.counts(before: event, rule)
            if found != nil && !isWithin(counts) { break }
            found = RowSection(
                above: counts, event: counts.headers, positions: 0..<0, month: event.firstMonth,
                hasHeading: run.events == 0 || run.lastMonth != event.firstMonth,
                isOpened: event.isTailOpened)
            run = run.joined(with: event, rule)
            start = next
        }
        // A leaf is looked into only when an event begins there.
        var section = found.unsafelyUnwrapped
        section.positions = state.tree.event(section.event).positions
        return section
    }

    /// The section of an event, or the last one; nil when there is none.
    /// - Complexity: O(log n).
    func section(ofEvent index: Int) -> RowSection? {
        section { $0.headers <= index }
    }
}
