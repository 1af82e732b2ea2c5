import Photos
import Store
import Sync

extension LibraryRows: SyncRows {
    // MARK: LUIDs

    package mutating func makeLUID() -> LUID {
        var luid = LUID(0)
        write { transaction throws(StoreError) in luid = try transaction.makeLUID() }
        return luid
    }

    package func content(of luid: LUID) -> ContentHash? {
        look(nil) { rows throws(StoreError) in try rows.content(of: luid) }
    }

    package func owner(of hash: ContentHash) -> LUID? {
        look(nil) { rows throws(StoreError) in try rows.owner(of: hash) }
    }

    package mutating func setContent(_ hash: ContentHash, ofSize size: Int64, of luid: LUID) {
        write { rows throws(StoreError) in try rows.give(hash, ofSize: size, to: luid) }
    }

    package func contentHasSize(_ size: Int64) -> Bool {
        read(false) { rows throws(StoreError) in try rows.contentHasSize(size) }
    }

    package mutating func addAlias(_ old: LUID, of luid: LUID) {
        write { rows throws(StoreError) in try rows.addAlias(old, of: luid) }
    }

    package func resolve(_ luid: LUID) -> LUID {
        read(luid) { rows throws(StoreError) in try rows.resolve(luid) }
    }

    // MARK: Files of this device

    package func root(_ id: RootID) -> SyncRoot? {
        read(nil) { rows throws(StoreError) in try rows.syncRoot(id) }
    }

    package func roots() -> [SyncRoot] {
        read([]) { rows throws(StoreError) in try rows.syncRoots() }
    }

    package mutating func save(_ root: SyncRoot) {
        write { rows throws(StoreError) in try rows.save(root) }
    }

    package func file(_ id: FileID) -> LocalFile? {
        read(nil) { rows throws(StoreError) in try rows.localFile(id) }
    }

    package func files(of luid: LUID) -> [LocalFile] {
        look([]) { rows throws(StoreError) in try rows.localFiles(of: luid) }
    }

    package func supersededFiles(holding hash: ContentHash) -> [LocalFile] {
        look([]) { rows throws(StoreError) in try rows.supersededFiles(holding: hash) }
    }

    package func files(in root: RootID) -> [LocalFile] {
        read([]) { rows throws(StoreError) in try rows.localFiles(in: root) }
    }

    package func fileCount(ofSize size: Int64) -> Int {
        read(0) { rows throws(StoreError) in try rows.localFileCount(ofSize: size) }
    }

    package func unhashedFiles(ofSize size: Int64, limit: Int) -> [LocalFile] {
        read([]) { rows throws(StoreError) in
            try rows.unhashedFiles(ofSize: size, limit: limit)
        }
    }

    package func isPlacedUnhashed(ofSize size: Int64) -> Bool {
        look(false) { rows throws(StoreError) in try rows.isPlacedUnhashed(ofSize: size) }
    }

    package func openFiles(ofSize size: Int64) -> [LocalFile] {
        read([]) { rows throws(StoreError) in try rows.openFiles(ofSize: size) }
    }

    package func unsettledFiles() -> [LocalFile] {
        read([]) { rows throws(StoreError) in try rows.unsettledFiles() }
    }

    package func unhashedFiles() -> [LocalFile] {
        read([]) { rows throws(StoreError) in try rows.unhashedFiles() }
    }

    package func isHashing() -> Bool {
        read(false) { rows throws(StoreError) in try rows.isHashing() }
    }

    package func failedFiles(in root: RootID) -> [LocalFile] {
        read([]) { rows throws(StoreError) in try rows.failedFiles(in: root) }
    }

    package func filesOfDeletedContents() -> [LocalFile] {
        read([]) { rows throws(StoreError) in try rows.filesOfDeletedContents() }
    }

    package mutating func save(_ file: LocalFile) {
        write { rows throws(StoreError) in try rows.save(file) }
    }

    package mutating func removeFile(_ id: FileID) {
        write { rows throws(StoreError) in try rows.removeFiles([id]) }
    }

    package func trashedFiles() -> [TrashedFile] {
        read([]) { rows throws(StoreError) in try rows.filesInTrash() }
    }

    package func trashedFiles(of luid: LUID) -> [TrashedFile] {
        look([]) { rows throws(StoreError) in try rows.filesInTrash(of: luid) }
    }

    package func trashedFile(_ id: FileID) -> TrashedFile? {
        read(nil) { rows throws(StoreError) in try rows.fileInTrash(id) }
    }

    package mutating func save(_ file: TrashedFile) {
        write { rows throws(StoreError) in try rows.save(file) }
    }

    package mutating func removeTrashedFile(_ id: FileID) {
        write { rows throws(StoreError) in try rows.removeFiles([id]) }
    }
}
