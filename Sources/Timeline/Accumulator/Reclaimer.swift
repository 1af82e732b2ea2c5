import Synchronization

/// Frees the blocks of an accumulator's versions as soon as no version that
/// can reach them is alive.
///
/// A block lives from the version that made it (its birth) to the one that
/// retired it. For each living version there is a list of the blocks that it
/// can reach and its living successor cannot. When a version ends, what of
/// its list was born after its living predecessor is free; the rest passes
/// to the predecessor's list. A block is passed on at most once for each
/// living version, and a version held for long keeps its own blocks alive
/// and no others.
///
/// Source of the idea: the dead lists of ZFS snapshots.
final class Reclaimer: Sendable {
    private let versions = Mutex([LivingVersion(number: 0)])

    private struct LivingVersion {
        let number: UInt64
        /// Blocks that this version can reach and its living successor cannot.
        var retired = ContiguousArray<Block>()

        /// Takes over what it can reach of these, and returns the others.
        /// - Complexity: O(k).
        mutating func inherit(_ blocks: ContiguousArray<Block>) -> ContiguousArray<Block> {
            var others = ContiguousArray<Block>()
            others.reserveCapacity(blocks.count)
            for block in blocks {
                if block.birth <= number {
                    retired.append(block)
                } else {
                    others.append(block)
                }
            }
            return others
        }
    }

    /// Notes a new version, and the blocks that the newest one up to now has
    /// and the new one has not.
    /// - Complexity: O(k).
    func begin(_ number: UInt64, retiring blocks: ContiguousArray<Block>) {
        versions.withLock { versions in
            assert(versions.last.map { $0.number < number } == true)
            versions[versions.count - 1].retired.append(contentsOf: blocks)
            versions.append(LivingVersion(number: number))
        }
    }

    /// Ends a version, and frees what only it could reach.
    /// - Complexity: O(blocks retired from it), and O(all of its blocks) when
    ///   it is the newest, which its accumulator holds: that one is gone.
    func end(_ number: UInt64, tree: Tree, index: LUIDIndex) {
        let garbage = versions.withLock { versions in
            let place = Self.place(of: number, in: versions)
            let predecessor = place == 0 ? nil : versions[place - 1].number
            let isNewest = place == versions.count - 1
            let ended = versions.remove(at: place)
            guard !isNewest else {
                // Its list is empty; what remains is what it can reach. Blocks
                // as old as the predecessor are that one's, with all below.
                return Self.blocks(of: tree, index, bornAfter: predecessor)
            }
            guard place > 0 else { return ended.retired }
            return versions[place - 1].inherit(ended.retired)
        }
        for block in garbage { block.free() }
    }

    private static func place(of number: UInt64, in versions: [LivingVersion]) -> Int {
        var low = 0
        var high = versions.count
        while low < high {
            let middle = low + (high - low) / 2
            if versions[middle].number < number {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    private static func blocks(
        of tree: Tree, _ index: LUIDIndex, bornAfter birth: UInt64?
    ) -> ContiguousArray<Block> {
        var found = ContiguousArray<Block>()
        func isShared(_ block: Block) -> Bool {
            birth.map { block.birth <= $0 } ?? false
        }
        func collect(_ node: Block) {
            if isShared(node) { return }
            found.append(node)
            guard node.height > 0 else { return }
            let branch = Branch(node)
            for child in 0..<branch.count { collect(branch.children[child]) }
        }
        func collectIndex(_ node: Block, level: Int) {
            if isShared(node) { return }
            found.append(node)
            guard level > 0 else { return }
            let directory = IndexDirectory(node)
            for slot in 0..<IndexDirectory.capacity {
                if let child = directory.children[slot] { collectIndex(child, level: level - 1) }
            }
        }
        if let root = tree.root { collect(root) }
        if let root = index.root { collectIndex(root, level: index.level) }
        return found
    }
}
