/// The state that a commit left, and the life of its memory: while a version
/// is alive, so are its blocks.
///
/// Who reads blocks must keep the version alive until the end of the reading
/// (`withExtendedLifetime`): the pointers in `tree` and `index` do not.
final class Version: Sendable {
    let number: UInt64
    let coding: KeyCoding
    let tree: Tree
    let index: LUIDIndex
    private let reclaimer: Reclaimer

    /// A version without photos and without predecessors.
    init(coding: KeyCoding) {
        number = 0
        self.coding = coding
        tree = Tree(root: nil)
        index = LUIDIndex(root: nil)
        reclaimer = Reclaimer()
    }

    /// The version that follows another; the reclaimer is told apart.
    private init(
        number: UInt64, coding: KeyCoding, tree: Tree, index: LUIDIndex, reclaimer: Reclaimer
    ) {
        self.number = number
        self.coding = coding
        self.tree = tree
        self.index = index
        self.reclaimer = reclaimer
    }

    /// The version that a commit to this one makes. This one is to be the
    /// newest yet.
    /// - Complexity: O(blocks retired).
    func successor(tree: Tree, index: LUIDIndex, _ ledger: consuming BlockLedger) -> Version {
        reclaimer.begin(ledger.birth, retiring: ledger.retired)
        return Version(
            number: ledger.birth, coding: coding, tree: tree, index: index,
            reclaimer: reclaimer)
    }

    deinit {
        reclaimer.end(number, tree: tree, index: index)
    }
}
