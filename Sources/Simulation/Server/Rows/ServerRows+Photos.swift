import CarouselServer
import DropboxAPI
import Photos

extension ServerRows {
    func eachPhoto(
        after sequence: Sequence, upTo last: Sequence, of account: AccountNumber,
        _ body: (PhotoFeedRow) -> Bool
    ) {
        guard let photos = accounts[account]?.photos else { return }
        for (number, row) in zip(photos.keys, photos.rows)
        where number > sequence.rawValue && number <= last.rawValue {
            let goesOn = row.shown.withUnsafeBytes { shown in
                body(PhotoFeedRow(sequence: Sequence(number), node: row.node, shown: shown))
            }
            if !goesOn { return }
        }
    }

    func photo(_ node: NodeNumber, of account: AccountNumber) -> ContentHash? {
        guard let rows = accounts[account], let sequence = rows.photoOf[node] else { return nil }
        return rows.photos[sequence]?.hash
    }

    func photos(with hash: ContentHash, of account: AccountNumber) -> [NodeNumber] {
        accounts[account]?.photos.rows.filter { $0.hash == hash }.map(\.node) ?? []
    }

    func hasPhoto(with hash: ContentHash, of account: AccountNumber) -> Bool {
        accounts[account]?.photos.rows.contains { $0.hash == hash } ?? false
    }

    func accounts(withPhotosOf hash: ContentHash) -> [AccountNumber] {
        accounts { rows in rows.photos.rows.contains { $0.hash == hash } }
    }

    mutating func putPhoto(
        _ node: NodeNumber, with hash: ContentHash, at sequence: Sequence, shown: [UInt8],
        of account: AccountNumber
    ) {
        put(AccountRows.PhotoRow(node: node, hash: hash, shown: shown), sequence, account)
    }

    mutating func buryPhoto(
        _ node: NodeNumber, at sequence: Sequence, now: Timestamp, of account: AccountNumber
    ) {
        put(AccountRows.PhotoRow(node: node, shown: [], buried: now), sequence, account)
    }

    /// A file has one row of the feed, the latest.
    private mutating func put(
        _ row: AccountRows.PhotoRow, _ sequence: Sequence, _ account: AccountNumber
    ) {
        if let former = accounts[account]?.photoOf[row.node] {
            accounts[account]?.photos[former] = nil
        }
        accounts[account]?.photos[sequence.rawValue] = row
        accounts[account]?.photoOf[row.node] = sequence.rawValue
    }

    mutating func purgePhotos(
        buriedBefore time: Timestamp, of account: AccountNumber
    ) -> Sequence? {
        guard let photos = accounts[account]?.photos else { return nil }
        var last: Sequence?
        for (sequence, row) in zip(photos.keys, photos.rows) {
            guard let buried = row.buried, buried < time else { continue }
            last = Sequence(sequence)
            accounts[account]?.photos[sequence] = nil
            accounts[account]?.photoOf[row.node] = nil
        }
        return last
    }

    func flags(of hash: ContentHash, of account: AccountNumber) -> ServerFlags? {
        accounts[account]?.flags[hash]
    }

    mutating func put(_ flags: ServerFlags, of hash: ContentHash, of account: AccountNumber) {
        accounts[account]?.flags[hash] = flags
    }

    func end(of hash: ContentHash, of account: AccountNumber) -> ContentEnd? {
        accounts[account]?.ends[hash]
    }

    mutating func setEnd(_ end: ContentEnd?, of hash: ContentHash, of account: AccountNumber) {
        accounts[account]?.ends[hash] = end
    }

    func facts(of hash: ContentHash) -> StoredFacts? { facts[hash] }

    func standings(of hashes: [ContentHash], _ account: AccountNumber) -> [PhotoStanding] {
        hashes.map { hash in
            guard hasPhoto(with: hash, of: account) else { return .notFound }
            return facts[hash].map { $0.problem == nil ? .ready : .failed } ?? .pending
        }
    }

    mutating func put(_ facts: StoredFacts, of hash: ContentHash) {
        self.facts[hash] = facts
        unread.removeAll { $0 == hash }
    }

    mutating func addUnread(_ hash: ContentHash) {
        if !unread.contains(hash) { unread.append(hash) }
    }

    func operation(_ id: OperationID, of account: AccountNumber) -> StoredOperation? {
        accounts[account]?.operations[id]
    }

    mutating func put(
        _ operation: StoredOperation, _ id: OperationID, of account: AccountNumber
    ) {
        accounts[account]?.operations[id] = operation
    }

    mutating func purgeOperations(doneBefore time: Timestamp, of account: AccountNumber) {
        let kept = accounts[account]?.operations.filter { $0.value.done >= time }
        accounts[account]?.operations = kept ?? [:]
    }

    func photoLink(_ id: String) -> (AccountNumber, StoredPhotoLink)? {
        first { rows in rows.photoLinks.first { $0.id == id } }
    }

    func photoLinks(
        of account: AccountNumber, after id: String?, limit: Int
    ) -> [StoredPhotoLink] {
        let links = accounts[account]?.photoLinks ?? []
        let end = id.flatMap { id in links.firstIndex { $0.id == id } } ?? links.count
        return Array(links[..<end].reversed().prefix(limit))
    }

    mutating func put(_ link: StoredPhotoLink, of account: AccountNumber) {
        accounts[account]?.photoLinks.append(link)
    }

    mutating func removePhotoLink(_ id: String, of account: AccountNumber) {
        accounts[account]?.photoLinks.removeAll { $0.id == id }
    }
}
