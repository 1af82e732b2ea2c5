/// The blocks that a commit makes and those that it replaces.
struct BlockLedger {
    /// The version in the making.
    let birth: UInt64
    /// Blocks that earlier snapshots hold and the new one does not.
    private(set) var retired = ContiguousArray<Block>()

    init(birth: UInt64) {
        self.birth = birth
        retired.reserveCapacity(12)
    }

    /// Whether this commit made the block, so that it may still change it.
    /// - Complexity: O(1).
    func owns(_ block: Block) -> Bool {
        block.birth == birth
    }

    /// Takes a block out of the version in the making.
    /// - Complexity: O(1).
    mutating func drop(_ block: Block) {
        if owns(block) {
            block.free()
        } else {
            retired.append(block)
        }
    }
}
