import Carousel
import Photos
import Sync
import Synchronization

/// The rows of a device twice: in memory, as the checkers look at them, and in
/// the library's database. Each answer is asked of both and must be the same.
struct PairedRows {
    var memory: MemoryRows
    var stored: LibraryRows
    let differences: Differences

    /// What the database answers otherwise than the rows in memory.
    final class Differences: Sendable {
        private let first = Mutex<String?>(nil)

        /// The first one, once.
        func take() -> String? { first.withLock { $0.take() } }

        func note(_ text: String) {
            first.withLock { if $0 == nil { $0 = text } }
        }
    }

    /// Compares everything, as after a crash.
    func compareAll() {
        for root in roots() { _ = files(in: root.id) }
        _ = trashedFiles()
        _ = serverRows(notSeenBy: .max)
        _ = feedPosition()
        _ = unfinishedParts()
        _ = unsettledFiles()
        _ = unsettledServerRows()
        for number in 0..<Content.count {
            let hash = Content.hash(number)
            _ = owner(of: hash)
            _ = tombstone(of: hash)
            _ = isRefused(hash)
        }
        for number in 0..<memory.lastLUID {
            _ = content(of: LUID(number + 1))
            _ = resolve(LUID(number + 1))
        }
    }

    private func same<Value: Equatable>(
        _ memory: Value, _ stored: Value, _ what: @autoclosure () -> String
    ) -> Value {
        if memory != stored {
            differences.note("\(what()): the database has \(stored), and it should be \(memory)")
        }
        return memory
    }

    /// Of a part that is finished the state is not kept, and of uploads
    /// nothing.
    private func comparable(_ parts: [Part]) -> [Part] {
        parts.compactMap { part in
            if case .upload = part.work { return nil }
            var part = part
            part.state = .waiting
            return part
        }
    }
}

extension PairedRows: SyncRows {
    mutating func makeLUID() -> LUID {
        same(memory.makeLUID(), stored.makeLUID(), "a new LUID")
    }

    func content(of luid: LUID) -> ContentHash? {
        same(memory.content(of: luid), stored.content(of: luid), "content of \(luid)")
    }

    func owner(of hash: ContentHash) -> LUID? {
        same(memory.owner(of: hash), stored.owner(of: hash), "owner of \(hash)")
    }

    mutating func setContent(_ hash: ContentHash, ofSize size: Int64, of luid: LUID) {
        memory.setContent(hash, ofSize: size, of: luid)
        stored.setContent(hash, ofSize: size, of: luid)
    }

    func contentHasSize(_ size: Int64) -> Bool {
        same(memory.contentHasSize(size), stored.contentHasSize(size), "size \(size)")
    }

    mutating func addAlias(_ old: LUID, of luid: LUID) {
        memory.addAlias(old, of: luid)
        stored.addAlias(old, of: luid)
    }

    func resolve(_ luid: LUID) -> LUID {
        same(memory.resolve(luid), stored.resolve(luid), "\(luid) resolved")
    }

    func root(_ id: RootID) -> SyncRoot? {
        same(memory.root(id), stored.root(id), "root \(id)")
    }

    func roots() -> [SyncRoot] { same(memory.roots(), stored.roots(), "roots") }

    mutating func save(_ root: SyncRoot) {
        memory.save(root)
        stored.save(root)
    }

    func file(_ id: FileID) -> LocalFile? {
        same(memory.file(id), stored.file(id), "file \(id)")
    }

    func files(of luid: LUID) -> [LocalFile] {
        same(memory.files(of: luid), stored.files(of: luid), "files of \(luid)")
    }

    func supersededFiles(holding hash: ContentHash) -> [LocalFile] {
        same(
            memory.supersededFiles(holding: hash), stored.supersededFiles(holding: hash),
            "superseded files")
    }

    func files(in root: RootID) -> [LocalFile] {
        same(memory.files(in: root), stored.files(in: root), "files in \(root)")
    }

    func fileCount(ofSize size: Int64) -> Int {
        same(
            memory.fileCount(ofSize: size), stored.fileCount(ofSize: size),
            "files of size \(size)")
    }

    func unhashedFiles(ofSize size: Int64, limit: Int) -> [LocalFile] {
        let files = memory.unhashedFiles(ofSize: size, limit: limit)
        let others = stored.unhashedFiles(ofSize: size, limit: limit)
        let count = same(files.count, others.count, "unhashed files of size \(size)")
        return count < limit ? same(files, others, "unhashed files of size \(size)") : files
    }

    func isPlacedUnhashed(ofSize size: Int64) -> Bool {
        same(
            memory.isPlacedUnhashed(ofSize: size), stored.isPlacedUnhashed(ofSize: size),
            "a file of size \(size) that is placed unhashed")
    }

    func openFiles(ofSize size: Int64) -> [LocalFile] {
        same(
            memory.openFiles(ofSize: size), stored.openFiles(ofSize: size),
            "open files of size \(size)")
    }

    func unsettledFiles() -> [LocalFile] {
        same(memory.unsettledFiles(), stored.unsettledFiles(), "unsettled files")
    }

    func unhashedFiles() -> [LocalFile] {
        same(memory.unhashedFiles(), stored.unhashedFiles(), "unhashed files")
    }

    func isHashing() -> Bool { same(memory.isHashing(), stored.isHashing(), "is hashing") }

    func failedFiles(in root: RootID) -> [LocalFile] {
        same(memory.failedFiles(in: root), stored.failedFiles(in: root), "failed files")
    }

    func filesOfDeletedContents() -> [LocalFile] {
        same(
            memory.filesOfDeletedContents(), stored.filesOfDeletedContents(),
            "files of deleted contents")
    }

    mutating func save(_ file: LocalFile) {
        memory.save(file)
        stored.save(file)
    }

    mutating func removeFile(_ id: FileID) {
        memory.removeFile(id)
        stored.removeFile(id)
    }

    func trashedFiles() -> [TrashedFile] {
        same(memory.trashedFiles(), stored.trashedFiles(), "files in the trash")
    }

    func trashedFiles(of luid: LUID) -> [TrashedFile] {
        same(memory.trashedFiles(of: luid), stored.trashedFiles(of: luid), "trash of \(luid)")
    }

    func trashedFile(_ id: FileID) -> TrashedFile? {
        same(memory.trashedFile(id), stored.trashedFile(id), "file \(id) in the trash")
    }

    mutating func save(_ file: TrashedFile) {
        memory.save(file)
        stored.save(file)
    }

    mutating func removeTrashedFile(_ id: FileID) {
        memory.removeTrashedFile(id)
        stored.removeTrashedFile(id)
    }

    func serverRow(_ id: ServerPhotoID) -> ServerRow? {
        same(memory.serverRow(id), stored.serverRow(id), "server photo \(id)")
    }

    func serverRows(of luid: LUID) -> [ServerRow] {
        same(memory.serverRows(of: luid), stored.serverRows(of: luid), "copies of \(luid)")
    }

    func serverRows(holding hash: ContentHash) -> [ServerRow] {
        same(memory.serverRows(holding: hash), stored.serverRows(holding: hash), "holders")
    }

    func unsettledServerRows() -> [ServerRow] {
        same(memory.unsettledServerRows(), stored.unsettledServerRows(), "unsettled rows")
    }

    func leavingServerRows() -> [ServerRow] {
        same(memory.leavingServerRows(), stored.leavingServerRows(), "leaving rows")
    }

    func toldServerRows() -> [ServerRow] {
        same(memory.toldServerRows(), stored.toldServerRows(), "told rows")
    }

    func serverRows(notSeenBy listing: Int64) -> [ServerRow] {
        same(
            memory.serverRows(notSeenBy: listing), stored.serverRows(notSeenBy: listing),
            "rows not seen")
    }

    mutating func save(_ row: ServerRow) {
        memory.save(row)
        stored.save(row)
    }

    mutating func removeServerRow(_ id: ServerPhotoID) {
        memory.removeServerRow(id)
        stored.removeServerRow(id)
    }

    func feedPosition() -> FeedPosition {
        same(memory.feedPosition(), stored.feedPosition(), "the position")
    }

    mutating func save(_ position: FeedPosition) {
        memory.save(position)
        stored.save(position)
    }

    func tombstone(of hash: ContentHash) -> Tombstone? {
        same(memory.tombstone(of: hash), stored.tombstone(of: hash), "tombstone")
    }

    mutating func save(_ tombstone: Tombstone) {
        memory.save(tombstone)
        stored.save(tombstone)
    }

    mutating func removeTombstone(of hash: ContentHash) {
        memory.removeTombstone(of: hash)
        stored.removeTombstone(of: hash)
    }

    mutating func quarantine(_ entry: String) {
        memory.quarantine(entry)
        stored.quarantine(entry)
    }

    func unfinishedParts() -> [Part] {
        same(memory.unfinishedParts(), stored.unfinishedParts(), "unfinished parts")
    }

    func parts(of operation: OperationNumber) -> [Part] {
        _ = same(
            comparable(memory.parts(of: operation)), comparable(stored.parts(of: operation)),
            "parts of \(operation.rawValue)")
        return memory.parts(of: operation)
    }

    mutating func makeNumber() -> Int64 {
        // Numbers of acts of which no part came are forgotten by the database.
        let (number, other) = (memory.makeNumber(), stored.makeNumber())
        if other > number { differences.note("number \(other) for \(number)") }
        return number
    }

    mutating func save(_ part: Part) {
        memory.save(part)
        stored.save(part)
    }

    mutating func finish(_ part: Part, _ outcome: Outcome) {
        memory.finish(part, outcome)
        stored.finish(part, outcome)
    }

    func lastNumber(setting flag: Flag, of luid: LUID) -> Int64? {
        same(
            memory.lastNumber(setting: flag, of: luid),
            stored.lastNumber(setting: flag, of: luid), "last \(flag)")
    }

    func isRefused(_ hash: ContentHash) -> Bool {
        same(memory.isRefused(hash), stored.isRefused(hash), "refused")
    }

    mutating func markRefused(_ hash: ContentHash) {
        memory.markRefused(hash)
        stored.markRefused(hash)
    }
}
