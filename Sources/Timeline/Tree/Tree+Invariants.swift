extension Tree {
    /// Traps when the tree is not one: for tests and fuzzing.
    /// - Complexity: O(n).
    func checkInvariants(coding: KeyCoding, grouping: EventGrouping) {
        guard let root else { return }
        var walk = InvariantWalk(coding: coding, grouping: grouping)
        let limits = OrderKey.first...OrderKey.last
        walk.check(root, height: root.height, isRoot: true, within: limits, madeBy: .max)
        precondition(walk.photos == photoCount && walk.events == eventCount, "totals are wrong")
    }

    private struct InvariantWalk {
        let coding: KeyCoding
        let grouping: EventGrouping
        var photos = 0
        var events = 0
        var previous: OrderKey?
        var ids = Set<Int64>()

        mutating func check(
            _ node: Block, height: Int, isRoot: Bool, within limits: ClosedRange<OrderKey>,
            madeBy parent: UInt64
        ) {
            precondition(node.height == height, "leaves are not on one level")
            precondition(node.birth <= parent, "a node is younger than its parent")
            if height == 0 {
                check(Leaf(node), isRoot: isRoot, within: limits)
            } else {
                check(Branch(node), isRoot: isRoot, within: limits)
            }
        }

        private mutating func check(
            _ branch: Branch, isRoot: Bool, within limits: ClosedRange<OrderKey>
        ) {
            let count = branch.count
            precondition(count <= Branch.capacity, "a branch has too many children")
            precondition(count >= (isRoot ? 2 : Branch.least), "a branch has too few children")
            let (photosBefore, eventsBefore) = (photos, events)
            for child in 0..<Branch.capacity {
                guard child < count else {
                    precondition(branch.photoEnds[child] == .max, "an end behind the last")
                    precondition(branch.eventEnds[child] == .max, "an end behind the last")
                    precondition(branch.separators[child - 1] == .last, "a separator too many")
                    continue
                }
                let low = child == 0 ? limits.lowerBound : branch.separators[child - 1]
                let high = child + 1 < count ? branch.separators[child] : limits.upperBound
                precondition(low < high, "separators do not ascend")
                check(
                    branch.children[child], height: branch.height - 1, isRoot: false,
                    within: low...high, madeBy: branch.block.birth)
                precondition(
                    Int(branch.photoEnds[child]) == photos - photosBefore
                        && Int(branch.eventEnds[child]) == events - eventsBefore,
                    "a branch counts wrong")
            }
        }

        private mutating func check(
            _ leaf: Leaf, isRoot: Bool, within limits: ClosedRange<OrderKey>
        ) {
            let count = leaf.count
            precondition(count <= Leaf.capacity, "a leaf has too many photos")
            precondition(count >= (isRoot ? 1 : Leaf.least), "a leaf has too few photos")
            var mark = 0
            for index in 0..<count {
                let key = leaf.photos[index].key
                precondition(key >= limits.lowerBound, "a key below its separator")
                precondition(key < limits.upperBound, "a key above its separator")
                precondition(previous.map { $0 < key } ?? true, "keys do not ascend")
                let isMarked = mark < leaf.eventCount && Int(leaf.starts[mark]) == index
                let isBoundary = previous.map { grouping.separates($0, key, coding) } ?? true
                precondition(isMarked == isBoundary, "an event begins in the wrong place")
                if isMarked {
                    precondition(leaf.ids[mark] > 0, "an event without an id")
                    precondition(ids.insert(leaf.ids[mark]).inserted, "an id twice")
                    mark += 1
                }
                previous = key
            }
            precondition(mark == leaf.eventCount, "marks do not ascend")
            photos += count
            events += leaf.eventCount
        }
    }
}
