import CarouselServer
import DropboxAPI
import Photos

/// The rows of the real server in memory, by the rules of its seam: a backup
/// of them is a copy.
struct ServerRows: Sendable {
    /// Asked by account; walked in the order of the numbers.
    var accounts: [AccountNumber: AccountRows] = [:]
    var facts: [ContentHash: StoredFacts] = [:]
    /// Contents to be read, the oldest first.
    var unread: [ContentHash] = []
    /// What was read from sidecars. Asked, never walked.
    var sidecarFacts: [SidecarContent: StoredSidecarFacts] = [:]
    /// Folders in which sidecars may belong to other photos now, by number.
    var unmatched = Table<Int64, UnmatchedFolder>()
    /// The last of these numbers; none is given twice.
    var lastUnmatched: Int64 = 0
    /// By id.
    var conversations = Table<String, ConversationRows>()

    private var numbers: [AccountNumber] { accounts.keys.sorted() }

    /// Whose link it is, and what is found there.
    func first<Row>(_ find: (AccountRows) -> Row?) -> (AccountNumber, Row)? {
        for number in numbers {
            if let found = accounts[number].flatMap(find) { return (number, found) }
        }
        return nil
    }

    func accounts(where isWanted: (AccountRows) -> Bool) -> [AccountNumber] {
        numbers.filter { accounts[$0].map(isWanted) ?? false }
    }
}

extension ServerRows: MetadataStore {
    func state(of account: AccountNumber) -> AccountState? { accounts[account]?.state }

    mutating func put(_ state: AccountState, of account: AccountNumber) {
        if accounts[account]?.state == nil {
            accounts[account] = AccountRows(state)
        } else {
            accounts[account]?.state = state
        }
    }

    func entry(at key: String, of account: AccountNumber) -> Entry? {
        accounts[account]?.entries[PathKey(text: key)]
    }

    func entry(_ node: NodeNumber, of account: AccountNumber) -> Entry? {
        accounts[account]?.entries.rows.first { $0.node == node }
    }

    func entries(
        below folder: String, recursively: Bool, after last: String?, limit: Int,
        of account: AccountNumber
    ) -> [Entry] {
        guard let rows = accounts[account]?.entries else { return [] }
        let found = zip(rows.keys, rows.rows).lazy.filter { key, _ in
            key.isBelow(folder, recursively: recursively)
                && last.map { PathKey(text: $0) < key } ?? true
        }
        return found.prefix(limit).map(\.1)
    }

    mutating func put(_ entry: Entry, of account: AccountNumber) {
        let key = PathKey(text: entry.path.key)
        if let former = self.entry(entry.node, of: account) {
            accounts[account]?.entries[PathKey(text: former.path.key)] = nil
        }
        accounts[account]?.entries[key] = entry
    }

    mutating func removeEntry(at key: String, of account: AccountNumber) {
        accounts[account]?.entries[PathKey(text: key)] = nil
    }

    func gravestone(at key: String, of account: AccountNumber) -> Gravestone? {
        accounts[account]?.gravestones[PathKey(text: key)]
    }

    func gravestones(
        below folder: String, recursively: Bool, after last: String?, limit: Int,
        of account: AccountNumber
    ) -> [Gravestone] {
        guard let rows = accounts[account]?.gravestones else { return [] }
        let found = zip(rows.keys, rows.rows).lazy.filter { key, row in
            !row.isCovered && key.isBelow(folder, recursively: recursively)
                && last.map { PathKey(text: $0) < key } ?? true
        }
        return found.prefix(limit).map(\.1)
    }

    mutating func put(_ gravestone: Gravestone, of account: AccountNumber) {
        accounts[account]?.gravestones[PathKey(text: gravestone.path.key)] = gravestone
    }

    mutating func removeGravestone(at key: String, of account: AccountNumber) {
        accounts[account]?.gravestones[PathKey(text: key)] = nil
    }

    mutating func uncoverGravestones(below folder: String, of account: AccountNumber) {
        guard let rows = accounts[account]?.gravestones else { return }
        for (key, row) in zip(rows.keys, rows.rows)
        where row.isCovered && key.isBelow(folder, recursively: true) {
            var row = row
            row.isCovered = false
            accounts[account]?.gravestones[key] = row
        }
    }

    func changes(after sequence: Sequence, limit: Int, of account: AccountNumber) -> [Change] {
        guard let rows = accounts[account] else { return [] }
        let present = rows.entries.rows.map { Change.present($0) }
        let deleted = rows.gravestones.rows.filter { !$0.isCovered }.map { Change.deleted($0) }
        let found = (present + deleted).filter { $0.sequence > sequence }
        return Array(found.sorted { $0.sequence < $1.sequence }.prefix(limit))
    }
}
