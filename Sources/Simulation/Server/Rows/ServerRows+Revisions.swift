import CarouselServer
import DropboxAPI
import Photos

extension ServerRows {
    func revision(_ number: RevisionNumber, of account: AccountNumber) -> StoredRevision? {
        accounts[account]?.revisions[number.rawValue]
    }

    func revisions(
        of node: NodeNumber, before: RevisionNumber?, limit: Int, of account: AccountNumber
    ) -> [StoredRevision] {
        let rows = accounts[account]?.revisions.rows ?? []
        let found = rows.reversed().lazy.filter { row in
            row.node == node && before.map { row.content.revision < $0 } ?? true
        }
        return Array(found.prefix(limit))
    }

    func placements(
        at key: String, before: RevisionNumber?, limit: Int, of account: AccountNumber
    ) -> [Placement] {
        let rows = accounts[account]?.placements ?? []
        let found = rows.reversed().lazy.filter { row in
            row.path.key == key && before.map { row.revision < $0 } ?? true
        }
        return Array(found.prefix(limit))
    }

    func wasPlaced(
        _ revision: RevisionNumber, at key: String, of account: AccountNumber
    ) -> Bool {
        accounts[account]?.placements.contains { $0.revision == revision && $0.path.key == key }
            ?? false
    }

    func lastPlacement(of revision: RevisionNumber, of account: AccountNumber) -> Placement? {
        accounts[account]?.placements.last { $0.revision == revision }
    }

    func ceasedBytes(of account: AccountNumber) -> Int64 {
        let rows = accounts[account]?.revisions.rows ?? []
        return rows.reduce(0) { $0 + ($1.ceased == nil ? 0 : $1.content.size) }
    }

    func trashedRevision(
        with hash: ContentHash, of account: AccountNumber
    ) -> StoredRevision? {
        accounts[account]?.revisions.rows.last { $0.content.hash == hash && $0.ceased != nil }
    }

    mutating func put(_ revision: StoredRevision, of account: AccountNumber) {
        accounts[account]?.revisions[revision.content.revision.rawValue] = revision
    }

    mutating func setCeased(
        _ time: Timestamp?, of revision: RevisionNumber, of account: AccountNumber
    ) {
        accounts[account]?.revisions[revision.rawValue]?.ceased = time
    }

    mutating func put(_ placement: Placement, of account: AccountNumber) {
        accounts[account]?.placements.append(placement)
    }

    mutating func purgeRevisions(
        ceasedBefore time: Timestamp, limit: Int, of account: AccountNumber
    ) -> Int {
        let old = ceased(of: account).filter { ($0.ceased ?? time) < time }.prefix(limit)
        for row in old { forget(row.content.revision, of: account) }
        return old.count
    }

    mutating func purgeOldestRevisions(
        freeing bytes: Int64, limit: Int, of account: AccountNumber
    ) -> Int {
        var freed: Int64 = 0
        var count = 0
        for row in ceased(of: account).prefix(limit) where freed < bytes {
            freed += row.content.size
            count += 1
            forget(row.content.revision, of: account)
        }
        return count
    }

    /// Those in the trash, the longest there first.
    private func ceased(of account: AccountNumber) -> [StoredRevision] {
        let rows = accounts[account]?.revisions.rows.filter { $0.ceased != nil } ?? []
        return rows.sorted {
            let (a, b) = ($0.ceased ?? Timestamp(seconds: 0), $1.ceased ?? Timestamp(seconds: 0))
            return a == b ? $0.content.revision < $1.content.revision : a < b
        }
    }

    private mutating func forget(_ revision: RevisionNumber, of account: AccountNumber) {
        accounts[account]?.revisions[revision.rawValue] = nil
        accounts[account]?.placements.removeAll { $0.revision == revision }
    }

    mutating func purgeGravestones(
        deletedBefore time: Timestamp, of account: AccountNumber
    ) -> Sequence? {
        guard let rows = accounts[account]?.gravestones else { return nil }
        var last: Sequence?
        for (key, row) in zip(rows.keys, rows.rows) where row.deleted < time {
            last = max(last ?? .start, row.sequence)
            accounts[account]?.gravestones[key] = nil
        }
        return last
    }
}
