public import Photos
internal import SQLite

/// What sync asks for again and again within one transaction.
extension WriteTransaction {
    public func serverRow(_ id: ServerPhotoID) throws(StoreError) -> ServerRow? {
        if let row = known.row(id) { return row }
        let row = try reading.serverRow(id)
        known.note(row, of: id)
        return row
    }

    public func serverRows(of luid: LUID) throws(StoreError) -> [ServerRow] {
        if let rows = known.rows(of: luid) { return rows }
        return try reading.serverRows(of: luid)
    }

    public func owner(of hash: ContentHash) throws(StoreError) -> LUID? {
        if let owner = known.owner(of: hash) { return owner }
        let owner = try reading.owner(of: hash)
        known.note(owner: owner, of: hash)
        return owner
    }

    public func content(of luid: LUID) throws(StoreError) -> ContentHash? {
        if let bare = known.bare(luid) { return bare.content }
        return try reading.content(of: luid)
    }

    public func userFlags(of luid: LUID) throws(StoreError) -> UserFlags? {
        if let bare = known.bare(luid) { return bare.flags }
        return try reading.userFlags(of: luid)
    }

    public func localFiles(of luid: LUID) throws(StoreError) -> [LocalFile] {
        known.bare(luid) != nil ? [] : try reading.localFiles(of: luid)
    }

    public func filesInTrash(of luid: LUID) throws(StoreError) -> [TrashedFile] {
        known.bare(luid) != nil ? [] : try reading.filesInTrash(of: luid)
    }

    public func localFiles(ofSize size: Int64) throws(StoreError) -> [LocalFile] {
        if known.hasNoFile(ofSize: size) { return [] }
        let files = try reading.localFiles(ofSize: size)
        if files.isEmpty { known.noteNoFile(ofSize: size) }
        return files
    }

    public func supersededFiles(
        holding hash: ContentHash
    ) throws(StoreError) -> [LocalFile] {
        let hasSome = try hasSuperseded()
        return hasSome ? try reading.supersededFiles(holding: hash) : []
    }

    public func tombstone(of hash: ContentHash) throws(StoreError) -> Tombstone? {
        let hasSome = try hasTombstones()
        return hasSome ? try reading.tombstone(of: hash) : nil
    }

    func hasTombstones() throws(StoreError) -> Bool {
        if let known = known.hasTombstones { return known }
        let hasSome = try isThere("SELECT 1 FROM tombstones LIMIT 1")
        known.hasTombstones = hasSome
        return hasSome
    }

    private func hasSuperseded() throws(StoreError) -> Bool {
        if let known = known.hasSuperseded { return known }
        let hasSome = try isThere("SELECT 1 FROM local_photos WHERE is_superseded = 1 LIMIT 1")
        known.hasSuperseded = hasSome
        return hasSome
    }

    private func isThere(_ sql: StaticString) throws(StoreError) -> Bool {
        try reading.first(sql) { _ in true } ?? false
    }
}
