import Photos
import Sync

extension MemoryRows: SyncRows {
    // MARK: LUIDs

    mutating func makeLUID() -> LUID {
        lastLUID += 1
        return LUID(lastLUID)
    }

    func content(of luid: LUID) -> ContentHash? { contents[luid] }

    func owner(of hash: ContentHash) -> LUID? {
        guard let owner = owners[hash] else { return nil }
        if bug == .doubleClaim, !serverRows(of: owner).isEmpty { return nil }
        return owner
    }

    mutating func setContent(_ hash: ContentHash, ofSize size: Int64, of luid: LUID) {
        if let old = contents[luid], owners[old] == luid { owners[old] = nil }
        if let former = owners[hash], former != luid { contents[former] = nil }
        contents[luid] = hash
        owners[hash] = luid
    }

    mutating func addAlias(_ old: LUID, of luid: LUID) {
        aliases[old] = luid
    }

    func resolve(_ luid: LUID) -> LUID {
        if bug == .aliasForgotten { return luid }
        var named = luid
        while let next = aliases[named] { named = next }
        return named
    }

    // MARK: Files

    func root(_ id: RootID) -> SyncRoot? { rootTable[id] }
    func roots() -> [SyncRoot] { rootTable.rows }
    mutating func save(_ root: SyncRoot) { rootTable[root.id] = root }
    func file(_ id: FileID) -> LocalFile? { files[id] }
    func files(of luid: LUID) -> [LocalFile] { files.rows.filter { $0.luid == luid } }

    func files(holding hash: ContentHash) -> [LocalFile] {
        files.rows.filter { $0.hash.hash == hash }
    }

    func supersededFiles(holding hash: ContentHash) -> [LocalFile] {
        files(holding: hash).filter(\.superseded)
    }

    func files(in root: RootID) -> [LocalFile] { files.rows.filter { $0.root == root } }

    func fileCount(ofSize size: Int64) -> Int { files(ofSize: size).count }

    func unhashedFiles(ofSize size: Int64, limit: Int) -> [LocalFile] {
        Array(files(ofSize: size).filter { $0.hash == .wanted }.prefix(limit))
    }

    func isPlacedUnhashed(ofSize size: Int64) -> Bool {
        files(ofSize: size).contains {
            $0.isPlacedUnhashed && rootTable[$0.root]?.available == true
        }
    }

    func openFiles(ofSize size: Int64) -> [LocalFile] {
        files(ofSize: size).filter { $0.hash == .wanted || isUnsettled($0) }
    }

    private func files(ofSize size: Int64) -> [LocalFile] {
        let alike = files.rows.filter { $0.size == size }
        guard bug == .noGate else { return alike }
        return alike.filter { !$0.isPlacedUnhashed }
    }

    func unsettledFiles() -> [LocalFile] { files.rows.filter(isUnsettled) }

    private func isUnsettled(_ file: LocalFile) -> Bool {
        guard let luid = file.luid, file.changedFrom == nil, !file.held else { return true }
        return file.hash.hash != nil && contents[luid] == nil
    }

    func unhashedFiles() -> [LocalFile] { files.rows.filter { $0.hash == .wanted } }

    func isHashing() -> Bool {
        files.rows.contains { $0.hash == .wanted && rootTable[$0.root]?.available == true }
    }

    func failedFiles(in root: RootID) -> [LocalFile] {
        files.rows.filter { $0.hash == .failed && $0.root == root }
    }

    func filesOfDeletedContents() -> [LocalFile] {
        files.rows.filter { file in
            guard let hash = file.hash.hash, let luid = file.luid, !file.superseded else {
                return false
            }
            return tombstones[hash] != nil && content(of: luid) == hash
        }
    }

    mutating func save(_ file: LocalFile) {
        var file = file
        if bug == .supersededForgotten { file.superseded = false }
        files[file.id] = file
        trash[file.id] = nil
    }

    mutating func removeFile(_ id: FileID) { files[id] = nil }
    func trashedFiles() -> [TrashedFile] { trash.rows }

    func trashedFiles(of luid: LUID) -> [TrashedFile] {
        trash.rows.filter { $0.luid == luid }
    }

    func trashedFile(_ id: FileID) -> TrashedFile? { trash[id] }

    mutating func save(_ file: TrashedFile) {
        files[file.file.id] = nil
        if bug == .trashRowNotWritten, file.state == .leaving { return }
        trash[file.file.id] = file
    }

    mutating func removeTrashedFile(_ id: FileID) { trash[id] = nil }

    // MARK: The server

    func serverRow(_ id: ServerPhotoID) -> ServerRow? { server[id] }
    func serverRows(of luid: LUID) -> [ServerRow] { server.rows.filter { $0.luid == luid } }

    func serverRows(holding hash: ContentHash) -> [ServerRow] {
        server.rows.filter { $0.photo.hash == hash || $0.next?.hash == hash }
    }

    func contentHasSize(_ size: Int64) -> Bool {
        if bug == .noGate { return false }
        return contents.rows.contains { Content.size(Content.index(of: $0)) == size }
            || server.rows.contains { $0.photo.size == size || $0.next?.size == size }
    }

    func unsettledServerRows() -> [ServerRow] {
        server.rows.filter { $0.luid == nil || $0.next != nil }
    }

    func leavingServerRows() -> [ServerRow] { server.rows.filter(\.leaving) }
    func toldServerRows() -> [ServerRow] { server.rows.filter { $0.toldBy != nil } }

    func serverRows(notSeenBy listing: Int64) -> [ServerRow] {
        if bug == .noSweep { return [] }
        return server.rows.filter { $0.listing < listing }
    }

    mutating func save(_ row: ServerRow) {
        if bug == .deletionJudgedAtOnce, row.leaving {
            server[row.photo.id] = nil
            return
        }
        server[row.photo.id] = row
    }

    mutating func removeServerRow(_ id: ServerPhotoID) { server[id] = nil }
    func feedPosition() -> FeedPosition { position }

    mutating func save(_ position: FeedPosition) {
        if bug == .clearAtReset, position.cursor == nil {
            server = Table()
        }
        self.position = position
    }

    func tombstone(of hash: ContentHash) -> Tombstone? { tombstones[hash] }

    mutating func save(_ tombstone: Tombstone) {
        if bug == .noTombstones { return }
        tombstones[tombstone.hash] = tombstone
    }

    mutating func removeTombstone(of hash: ContentHash) { tombstones[hash] = nil }
    mutating func quarantine(_ entry: String) { quarantined.append(entry) }

    // MARK: Operations

    func unfinishedParts() -> [Part] { unfinished.rows }

    func parts(of operation: OperationNumber) -> [Part] {
        let ended = finished.rows.map(\.part).filter { $0.operation == operation }
        let open = unfinished.rows.filter { $0.operation == operation }
        return (ended + open).sorted { $0.number < $1.number }
    }

    mutating func makeNumber() -> Int64 {
        lastNumber += 1
        return lastNumber
    }

    mutating func save(_ part: Part) {
        if bug == .partNotSaved, part.number % 4 == 0 { return }
        unfinished[part.number] = part
    }

    mutating func finish(_ part: Part, _ outcome: Outcome) {
        unfinished[part.number] = nil
        finished[part.number] = Finished(
            part: part, outcome: outcome, contents: part.luids.compactMap { contents[$0] })
        outcomes[part.id] = outcome
    }

    func lastNumber(setting flag: Flag, of luid: LUID) -> Int64? {
        finished.rows.last { ended in
            guard ended.outcome == .done, ended.part.luids == [luid],
                case .flag(let change) = ended.part.work
            else { return false }
            return change.flag == flag
        }?.part.number
    }

    func isRefused(_ hash: ContentHash) -> Bool { refused[hash] != nil }
    mutating func markRefused(_ hash: ContentHash) { refused[hash] = true }
}
