import Photos

extension LUIDIndex {
    /// Notes where a photo stands now; `.absent` takes it out. Only blocks on
    /// the way to it are copied.
    /// - Complexity: O(log highest LUID).
    mutating func set(_ value: IndexedKey, for luid: LUID, _ ledger: inout BlockLedger) {
        let number = UInt64(bitPattern: luid.rawValue)
        if !covers(number) {
            if value.isAbsent { return }
            raise(toCover: number, ledger)
        }
        root = Self.write(value, number, below: root, level: level, &ledger)
        if root == nil { level = 0 }
    }

    private mutating func raise(toCover number: UInt64, _ ledger: BlockLedger) {
        while !covers(number) {
            if let old = root {
                let directory = IndexDirectory.allocate(birth: ledger.birth)
                directory.children[0] = old
                root = directory.block
            }
            level += 1
        }
    }

    /// The node that takes the place of `node`; nil when nothing is left.
    private static func write(
        _ value: IndexedKey, _ number: UInt64, below node: Block?, level: Int,
        _ ledger: inout BlockLedger
    ) -> Block? {
        if node == nil && value.isAbsent { return nil }
        guard level > 0 else { return write(value, number, inPage: node, &ledger) }
        let slot = Int(number >> UInt64(bits * level) & mask)
        let old = node.flatMap { IndexDirectory($0).children[slot] }
        let new = write(value, number, below: old, level: level - 1, &ledger)
        if let node, new == old { return node }
        let directory = ownedDirectory(node, &ledger)
        directory.children[slot] = new
        if new == nil && directory.isEmpty {
            ledger.drop(directory.block)
            return nil
        }
        return directory.block
    }

    private static func write(
        _ value: IndexedKey, _ number: UInt64, inPage node: Block?, _ ledger: inout BlockLedger
    ) -> Block? {
        let slot = Int(number & mask)
        let page: IndexPage
        if let node {
            if IndexPage(node)[slot] == value { return node }
            page = ledger.owns(node) ? IndexPage(node) : IndexPage(node).copy(birth: ledger.birth)
            if page.block != node { ledger.drop(node) }
        } else {
            page = IndexPage.allocate(birth: ledger.birth)
        }
        page[slot] = value
        if value.isAbsent && page.isEmpty {
            ledger.drop(page.block)
            return nil
        }
        return page.block
    }

    private static func ownedDirectory(
        _ node: Block?, _ ledger: inout BlockLedger
    ) -> IndexDirectory {
        guard let node else { return IndexDirectory.allocate(birth: ledger.birth) }
        if ledger.owns(node) { return IndexDirectory(node) }
        ledger.drop(node)
        return IndexDirectory(node).copy(birth: ledger.birth)
    }
}
