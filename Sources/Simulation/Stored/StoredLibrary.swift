import Carousel
import Photos
import Store
import Sync
import Synchronization

/// A device's library in its database, on a disk in memory that crashes and
/// refuses writes.
final class StoredLibrary: Sendable {
    /// What the disk does to a commit.
    enum Trouble: Sendable {
        case none
        case refusal(CrashDisk.Refusal, at: Int)
        case crash(CrashDisk.Crash, at: Int)
    }

    /// What came of handing in an event.
    enum Commit: Sendable {
        case done(SyncMachine, MemoryRows, [Action])
        /// Nothing was written.
        case refused
        /// The machine died, and these rows are left.
        case crashed(MemoryRows, isCommitted: Bool)
        /// The database is not what it must be.
        case wrong(String)
    }

    let folder: FilePath
    private let store = Mutex<LibraryStore?>(nil)
    private let shown = Mutex<[LUID: HotRecord]>([:])
    private let differences = PairedRows.Differences()

    init(folder: FilePath) {
        self.folder = folder
    }

    deinit {
        store.withLock { $0?.close() }
    }

    /// A library with these roots, linked with a server.
    func make(_ roots: [SyncRoot]) throws(StoreError) {
        try open()
        try write { transaction throws(StoreError) in
            for root in roots {
                _ = try transaction.addRoot(
                    FilePath("/root\(root.id.rawValue)"), addedMilliseconds: 0)
                try transaction.setSettings(
                    RootSettings(uploads: root.uploads), of: root.id)
            }
            try transaction.link(
                ServerAccountRow(url: "", account: "", device: "", linkedMilliseconds: 0))
        }
    }

    /// Hands an event to the machine in a transaction, of which the disk makes
    /// what it will.
    func commit(
        _ event: Event, to machine: SyncMachine, _ rows: MemoryRows, at now: Instant,
        _ trouble: Trouble
    ) -> Commit {
        switch trouble {
        case .none: break
        case .refusal(let refusal, let change): CrashDisk.refuse(at: change, refusal)
        case .crash(_, let change): CrashDisk.fail(at: change)
        }
        let differences = differences
        let decided = Mutex<MemoryRows?>(nil)
        do throws(StoreError) {
            let result = try write { transaction throws(StoreError) in
                try Self.prepare(event, &transaction)
                var machine = machine
                let (decision, error) = transaction.withRows(.init(nowMilliseconds: 0)) { stored in
                    var paired = PairedRows(
                        memory: Self.prepared(event, rows), stored: stored,
                        differences: differences)
                    let actions = machine.receive(event, at: now, rows: &paired)
                    for case .show(let luids) in actions { paired.stored.show(luids, machine) }
                    return (paired.memory, actions)
                }
                decided.withLock { $0 = decision.0 }
                if let error { throw error }
                return (machine, decision.0, decision.1)
            }
            if CrashDisk.hasFailed { return crashed(trouble, before: rows, after: result.1, true) }
            CrashDisk.fail(at: 0)
            if let difference = differences.take() { return .wrong(difference) }
            return .done(result.0, result.1, result.2)
        } catch {
            // What the machine was told after the error is no answer.
            _ = differences.take()
            if CrashDisk.hasFailed {
                return crashed(
                    trouble, before: rows, after: decided.withLock { $0 } ?? rows, false)
            }
            CrashDisk.fail(at: 0)
            guard case .refusal = trouble else { return .wrong("\(error)") }
            return .refused
        }
    }

    /// The program dies or the power fails between two commits.
    /// - Returns: what is wrong with what is left.
    func restart(after crash: CrashDisk.Crash, _ rows: MemoryRows) -> String? {
        store.withLock { store in
            store?.close()
            store = nil
        }
        CrashDisk.restart(after: crash, at: folder)
        do throws(StoreError) {
            try open()
            return try difference(from: rows)
        } catch {
            return "\(error)"
        }
    }

    /// What of the database is not as these rows.
    func difference(from rows: MemoryRows) throws(StoreError) -> String? {
        let differences = differences
        try write { transaction throws(StoreError) in
            let (_, error) = transaction.withRows(.init(nowMilliseconds: 0)) { stored in
                PairedRows(memory: rows, stored: stored, differences: differences).compareAll()
            }
            if let error { throw error }
        }
        return differences.take()
    }

    /// What of the stored timeline is not as the machine's views.
    func difference(from timeline: Table<LUID, PhotoView>) -> String? {
        shown.withLock { shown in
            for luid in timeline.keys where shown[luid] == nil { return "\(luid) is missing" }
            for (luid, view) in zip(timeline.keys, timeline.rows) {
                guard let flags = shown[luid]?.flags else { continue }
                if flags.contains(.hidden) != view.hidden
                    || flags.contains(.favourite) != view.favourite
                {
                    return "\(luid) has other flags"
                }
            }
            guard shown.count != timeline.keys.count else { return nil }
            let extra = shown.keys.sorted().first { timeline[$0] == nil }
            return "\(extra?.rawValue ?? 0) is shown"
        }
    }

    // MARK: The database

    private func crashed(
        _ trouble: Trouble, before: MemoryRows, after: MemoryRows, _ isAcknowledged: Bool
    ) -> Commit {
        guard case .crash(let crash, _) = trouble else { return .wrong("a crash of nothing") }
        guard let wrong = restart(after: crash, after) else {
            return .crashed(after, isCommitted: true)
        }
        if isAcknowledged { return .wrong("an acknowledged commit is gone: \(wrong)") }
        do throws(StoreError) {
            if let torn = try difference(from: before) { return .wrong("torn: \(torn)") }
        } catch {
            return .wrong("\(error)")
        }
        return .crashed(before, isCommitted: false)
    }

    /// The scanner writes what it has seen in the transaction that tells of it.
    private static func prepare(
        _ event: Event, _ transaction: inout WriteTransaction
    ) throws(StoreError) {
        guard case .disk(.seen(let id, let root, let size)) = event,
            try transaction.reading.file(id) == nil
        else { return }
        _ = try transaction.addFile(
            NewFile(
                root: root, path: FilePath("/root\(root.rawValue)/\(id.rawValue).jpg"),
                stamp: FileStamp(
                    identity: FileIdentity(device: 1, inode: UInt64(id.rawValue)), size: size,
                    modifiedNanoseconds: 1, statusChangedNanoseconds: 1),
                metadata: PhotoMetadata(kind: .photo, taken: nil)), as: id)
    }

    /// The same with the rows in memory.
    private static func prepared(_ event: Event, _ rows: MemoryRows) -> MemoryRows {
        guard case .disk(.seen(let id, let rootID, let size)) = event,
            rows.file(id) == nil, rows.trashedFile(id) == nil, let root = rows.root(rootID)
        else { return rows }
        var rows = rows
        rows.save(LocalFile(id: id, root: rootID, size: size, walk: root.walks + 1))
        return rows
    }

    private func open() throws(StoreError) {
        let opened = try LibraryStore.openOneThreaded(at: folder) { [weak self] changes in
            self?.shown.withLock { shown in
                for change in changes {
                    switch change {
                    case .put(let record): shown[record.luid] = record
                    case .remove(let luid): shown[luid] = nil
                    }
                }
            }
        }
        var records: [LUID: HotRecord] = [:]
        try opened.loadTimeline { batch in
            for record in batch { records[record.luid] = record }
        }
        shown.withLock { $0 = records }
        store.withLock { $0 = opened }
    }

    private func write<Result: Sendable>(
        _ body: @Sendable (inout WriteTransaction) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        guard let store = store.withLock({ $0 }) else { throw .closed(file: folder) }
        return try store.write(body)
    }
}
