import Photos

extension LUIDIndex {
    /// Traps when the index does not hold the photos of a tree, and no others.
    /// - Complexity: O(n).
    func checkInvariants(_ tree: Tree, coding: KeyCoding) {
        tree.forEachLeaf(in: 0..<tree.photoCount) { leaf, _, _ in
            for index in 0..<leaf.count {
                let key = leaf.photos[index].key
                precondition(
                    self[coding.luid(of: key)] == IndexedKey(key), "the index has another key")
            }
        }
        let count = root.map { Self.count($0, level: level, madeBy: .max) } ?? 0
        precondition(count == tree.photoCount, "the index has photos that the tree has not")
    }

    private static func count(_ node: Block, level: Int, madeBy parent: UInt64) -> Int {
        precondition(node.birth <= parent, "a node is younger than its parent")
        var count = 0
        if level == 0 {
            for slot in 0..<IndexPage.capacity where !IndexPage(node)[slot].isAbsent {
                count += 1
            }
        } else {
            for slot in 0..<IndexDirectory.capacity {
                if let child = IndexDirectory(node).children[slot] {
                    count += self.count(child, level: level - 1, madeBy: node.birth)
                }
            }
        }
        precondition(count > 0, "the index has an empty node")
        return count
    }
}
