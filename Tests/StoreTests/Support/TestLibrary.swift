import Photos
import Store
import Synchronization
import TestSupport

/// A library in a folder of its own, with one root, that keeps what it was
/// told of the timeline.
final class TestLibrary: Sendable {
    let folder: TemporaryFolder
    let store: LibraryStore
    let root: RootID
    private let told: Told

    /// The timeline as `onCommit` tells it.
    private final class Told: Sendable {
        let records = Mutex<[LUID: HotRecord]>([:])
        let last = Mutex<[TimelineChange]>([])
    }

    init(_ name: String = #function) throws {
        let told = Told()
        folder = try TemporaryFolder(name)
        store = try LibraryStore.open(at: folder.filePath) { changes in
            told.last.withLock { $0 = changes }
            told.records.withLock { records in
                for change in changes {
                    switch change {
                    case .put(let record): records[record.luid] = record
                    case .remove(let luid): records[luid] = nil
                    }
                }
            }
        }
        self.told = told
        root = try store.write { transaction throws(StoreError) in
            try transaction.addRoot(FilePath("/photos"), addedMilliseconds: 1)
        }.id
    }

    /// The changes of the last commit that had any.
    var lastChanges: [TimelineChange] { told.last.withLock { $0 } }

    /// The timeline by what was told of it.
    var toldTimeline: [HotRecord] {
        told.records.withLock { $0.values.sorted(by: HotRecord.isNewer) }
    }

    /// The timeline as it is stored.
    func storedTimeline() throws -> [HotRecord] {
        var records: [HotRecord] = []
        try store.loadTimeline { records += $0 }
        return records
    }

    func write<Result: Sendable>(
        _ body: @Sendable (inout WriteTransaction) throws(StoreError) -> Result
    ) throws -> Result {
        try store.write(body)
    }

    /// Adds a file; its photo too unless it is to wait at the gate.
    @discardableResult
    func add(
        _ name: String, size: Int64 = 1, taken: Int64? = nil, content: ContentHash? = nil,
        isWaiting: Bool = false
    ) throws -> FileID {
        let file = NewFile(
            root: root, path: FilePath("/photos/" + name), stamp: .of(size),
            metadata: .taken(taken))
        return try store.write { transaction throws(StoreError) in
            let id = try transaction.addFile(file)
            if let content { try transaction.setHash(.hashed(content), of: id) }
            if !isWaiting { _ = try transaction.createPhoto(of: [id], content: content) }
            return id
        }
    }

    func file(_ id: FileID) throws -> FileRow? {
        try store.read { transaction throws(StoreError) in try transaction.file(id) }
    }

    func photo(_ luid: LUID) throws -> PhotoRow? {
        try store.read { transaction throws(StoreError) in try transaction.photo(luid) }
    }
}

extension HotRecord {
    /// The order of the timeline, newest first.
    static func isNewer(_ a: HotRecord, _ b: HotRecord) -> Bool {
        (a.taken?.milliseconds ?? .min, a.nameKey, a.luid)
            > (b.taken?.milliseconds ?? .min, b.nameKey, b.luid)
    }
}

extension FileStamp {
    static func of(
        _ size: Int64, modified: Int64 = 10, inode: UInt64 = 1, device: UInt64 = 1
    ) -> FileStamp {
        FileStamp(
            identity: FileIdentity(device: device, inode: inode), size: size,
            modifiedNanoseconds: modified, statusChangedNanoseconds: modified + 1)
    }
}

extension PhotoMetadata {
    static func taken(_ milliseconds: Int64?) -> PhotoMetadata {
        PhotoMetadata(kind: .photo, taken: milliseconds.map(CaptureTime.init(milliseconds:)))
    }
}

extension ContentHash {
    static func of(_ number: Int) -> ContentHash {
        // 32 bytes by construction.
        ContentHash(bytes: (0..<32).map { UInt8(truncatingIfNeeded: number >> ($0 % 4 * 8)) })!
    }
}
