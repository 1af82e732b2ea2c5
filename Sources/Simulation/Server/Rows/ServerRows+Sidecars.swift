import CarouselServer
import Photos

extension ServerRows {
    func sidecars(
        in folder: String, of account: AccountNumber, limit: Int
    ) -> [StoredSidecar] {
        Array((accounts[account]?.sidecars[folder]?.rows ?? []).prefix(limit))
    }

    func hasSidecars(in folder: String, of account: AccountNumber) -> Bool {
        !sidecars(in: folder, of: account, limit: 1).isEmpty
    }

    func sidecars(of node: NodeNumber, of account: AccountNumber) -> [SidecarContent] {
        accounts[account]?.photoSidecars[node] ?? []
    }

    func sidecarFacts(of node: NodeNumber, of account: AccountNumber) -> [StoredSidecarFacts] {
        sidecars(of: node, of: account).compactMap { sidecarFacts[$0] }
    }

    func isRead(_ sidecar: SidecarContent) -> Bool { sidecarFacts[sidecar] != nil }

    func unmatchedFolder(after number: Int64) -> UnmatchedFolder? {
        unmatched.rows.first { $0.number > number }
    }

    mutating func put(
        _ sidecar: StoredSidecar, in folder: String, of account: AccountNumber
    ) {
        let name = PathKey(text: sidecar.name)
        accounts[account]?.sidecars[folder, default: Table()][name] = sidecar
    }

    mutating func removeSidecar(
        named name: String, in folder: String, of account: AccountNumber
    ) {
        accounts[account]?.sidecars[folder]?[PathKey(text: name)] = nil
    }

    mutating func setSidecars(
        _ sidecars: [SidecarContent], of node: NodeNumber, of account: AccountNumber
    ) {
        accounts[account]?.photoSidecars[node] = sidecars.isEmpty ? nil : sidecars
    }

    mutating func purgeSidecars(of account: AccountNumber) {
        guard let rows = accounts[account] else { return }
        let placed = Set(rows.entries.rows.map(\.node))
        accounts[account]?.photoSidecars = rows.photoSidecars.filter { placed.contains($0.key) }
    }

    mutating func put(_ facts: StoredSidecarFacts, of sidecar: SidecarContent) {
        sidecarFacts[sidecar] = facts
    }

    /// A folder that is noted again is noted anew: whoever looks at it now may
    /// have missed what came last.
    mutating func addUnmatched(_ folder: String, of account: AccountNumber) {
        if let former = unmatched.rows.first(where: { $0.account == account && $0.key == folder }) {
            unmatched[former.number] = nil
        }
        lastUnmatched += 1
        unmatched[lastUnmatched] = UnmatchedFolder(
            number: lastUnmatched, account: account, key: folder)
    }

    mutating func removeUnmatched(_ folder: UnmatchedFolder) {
        guard unmatched[folder.number]?.account == folder.account else { return }
        unmatched[folder.number] = nil
    }
}
