import Photos
import Sync

/// A library of nothing but a queue, which counts how often it is asked.
struct CountingRows: SyncRows {
    final class Count {
        var reads = 0
    }

    let count = Count()
    let parts: [Part]
    private var last: Int64 = 1_000_000

    init(parts: [Part]) {
        self.parts = parts
    }

    private func asked<Value>(_ value: Value) -> Value {
        count.reads += 1
        return value
    }

    mutating func makeLUID() -> LUID { LUID(1) }
    func content(of luid: LUID) -> ContentHash? { asked(nil) }
    func owner(of hash: ContentHash) -> LUID? { asked(nil) }
    mutating func setContent(_ hash: ContentHash, ofSize size: Int64, of luid: LUID) {}
    func contentHasSize(_ size: Int64) -> Bool { asked(false) }
    mutating func addAlias(_ old: LUID, of luid: LUID) {}
    func resolve(_ luid: LUID) -> LUID { asked(luid) }

    func root(_ id: RootID) -> SyncRoot? { asked(nil) }
    func roots() -> [SyncRoot] { asked([]) }
    mutating func save(_ root: SyncRoot) {}
    func file(_ id: FileID) -> LocalFile? { asked(nil) }
    func files(of luid: LUID) -> [LocalFile] { asked([]) }
    func supersededFiles(holding hash: ContentHash) -> [LocalFile] { asked([]) }
    func files(in root: RootID) -> [LocalFile] { asked([]) }
    func fileCount(ofSize size: Int64) -> Int { asked(0) }
    func unhashedFiles(ofSize size: Int64, limit: Int) -> [LocalFile] { asked([]) }
    func isPlacedUnhashed(ofSize size: Int64) -> Bool { asked(false) }
    func openFiles(ofSize size: Int64) -> [LocalFile] { asked([]) }
    func unsettledFiles() -> [LocalFile] { asked([]) }
    func unhashedFiles() -> [LocalFile] { asked([]) }
    func isHashing() -> Bool { asked(false) }
    func failedFiles(in root: RootID) -> [LocalFile] { asked([]) }
    func filesOfDeletedContents() -> [LocalFile] { asked([]) }
    mutating func save(_ file: LocalFile) {}
    mutating func removeFile(_ id: FileID) {}
    func trashedFiles() -> [TrashedFile] { asked([]) }
    func trashedFiles(of luid: LUID) -> [TrashedFile] { asked([]) }
    func trashedFile(_ id: FileID) -> TrashedFile? { asked(nil) }
    mutating func save(_ file: TrashedFile) {}
    mutating func removeTrashedFile(_ id: FileID) {}

    func serverRow(_ id: ServerPhotoID) -> ServerRow? { asked(nil) }
    func serverRows(of luid: LUID) -> [ServerRow] { asked([]) }
    func serverRows(holding hash: ContentHash) -> [ServerRow] { asked([]) }
    func unsettledServerRows() -> [ServerRow] { asked([]) }
    func leavingServerRows() -> [ServerRow] { asked([]) }
    func toldServerRows() -> [ServerRow] { asked([]) }
    func serverRows(notSeenBy listing: Int64) -> [ServerRow] { asked([]) }
    mutating func save(_ row: ServerRow) {}
    mutating func removeServerRow(_ id: ServerPhotoID) {}
    func feedPosition() -> FeedPosition { asked(.start) }
    mutating func save(_ position: FeedPosition) {}
    func tombstone(of hash: ContentHash) -> Tombstone? { asked(nil) }
    mutating func save(_ tombstone: Tombstone) {}
    mutating func removeTombstone(of hash: ContentHash) {}
    mutating func quarantine(_ entry: String) {}

    func unfinishedParts() -> [Part] { asked(parts) }
    func parts(of operation: OperationNumber) -> [Part] { asked([]) }
    mutating func makeNumber() -> Int64 {
        last += 1
        return last
    }
    mutating func save(_ part: Part) {}
    mutating func finish(_ part: Part, _ outcome: Outcome) {}
    func lastNumber(setting flag: Flag, of luid: LUID) -> Int64? { asked(nil) }
    func isRefused(_ hash: ContentHash) -> Bool { asked(false) }
    mutating func markRefused(_ hash: ContentHash) {}
}
