import Foundation
import Media
import Photos
import Store
import Sync
import Synchronization

/// Moves files of deleted photos into the trash, and back when they are
/// wanted again, one after another.
///
/// What is to be moved is in the library before, and each step is noted
/// before or after it so that it can be repeated: whatever moment the process
/// ends in, the next run brings file and rows together.
actor TrashMoves {
    private let queue = SerialQueueExecutor(label: "carousel.trash")
    private let store: LibraryStore
    private let trash: Trash
    private let link: SyncLink
    private let isStopped = Atomic(false)
    private var hasTakenBack = false

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        queue.asUnownedSerialExecutor()
    }

    init(store: LibraryStore, trash: Trash, link: SyncLink = SyncLink()) {
        self.store = store
        self.trash = trash
        self.link = link
    }

    /// Moves all files that are to be moved and can be reached. A file that
    /// cannot be moved is noted in its operation; errors are the library's.
    func run() throws(LibraryError) {
        repeat {
            hasTakenBack = false
            try runOnce()
            // What was moved before another file of its photo failed returns.
        } while hasTakenBack
    }

    private func runOnce() throws(LibraryError) {
        try giveNamesBack()
        var last: FileID?
        while !isStopped.load(ordering: .relaxed) {
            let after = last
            let files = try read { transaction throws(StoreError) in
                try transaction.filesToMove(after: after, limit: 64)
            }
            guard let end = files.last else { break }
            for file in files where !isStopped.load(ordering: .relaxed) {
                switch file.state {
                case .leaving: try trash(file)
                case .returning: try bringBack(file)
                case .inTrash: break
                }
            }
            try giveNamesBack()
            last = end.file
        }
    }

    /// Removes the notes of names in the trash that no file is to have any
    /// more. They are remembered until then: a process may end at any moment.
    private func giveNamesBack() throws(LibraryError) {
        var last: Int64 = 0
        while !isStopped.load(ordering: .relaxed) {
            let after = last
            let names = try read { transaction throws(StoreError) in
                try transaction.givenUpNames(after: after, limit: 64)
            }
            guard let end = names.last else { return }
            var done: [Int64] = []
            for name in names {
                guard let place = TrashPlace(file: name.trashPath) else {
                    done.append(name.id)
                    continue
                }
                // A trash that is away may come back with its drive.
                guard place.file.folder.map(Self.isThere) ?? false else { continue }
                trash.discard(place, of: name.path)
                done.append(name.id)
            }
            if !done.isEmpty {
                try write { [done] transaction throws(StoreError) in
                    try transaction.forgetGivenUpNames(done)
                }
            }
            last = end.id
        }
    }

    /// Ends a run after the file it is at. There is none after it.
    nonisolated func stop() {
        isStopped.store(true, ordering: .relaxed)
    }

    /// Returns when no file is being moved any more; to be called after
    /// `stop`.
    func finished() {}

    /// Shows deleted photos again whose bytes somebody has put back: by a
    /// file manager out of the trash, or as a new file.
    func revive() throws(LibraryError) {
        // The sync machine knows such wishes by itself.
        guard link.seat == nil else { return }
        let survivors = try read { transaction throws(StoreError) in
            try transaction.survivingFiles()
        }
        let wished = Set(
            survivors.filter { file in
                file.isWish || file.trashPath.map { !Self.isThere($0) } ?? false
            }.map(\.luid))
        guard !wished.isEmpty else { return }
        try write { transaction throws(StoreError) in
            for luid in wished.sorted() { try transaction.revive(luid) }
        }
    }

    // MARK: - To the trash

    private func trash(_ file: TrashedFileRow) throws(LibraryError) {
        if let chosen = file.trashPath.flatMap(TrashPlace.init(file:)) {
            switch Self.whereabouts(of: file, chosen) {
            case .inTrash: return try finish(file, chosen)
            case .unknown: return
            case .notMoved: break
            }
            trash.discard(chosen, of: file.path)
            try setTrashPath(nil, of: file)
        }
        do throws(MediaError) {
            try move(file, being: checked(file))
        } catch .trash(_, .absent, _), .vanished {
            // Its drive may be away without anybody having noticed: the next
            // walk tells.
            try setTrashPath(nil, of: file)
        } catch .trash(_, .caught, _) {
            hasTakenBack = true
            try write { transaction throws(StoreError) in
                try transaction.noteCaught(file.file)
            }
        } catch .trash(_, let problem, _) {
            try fail(file, problem)
        } catch .denied {
            try fail(file, .denied)
        } catch .cancelled, .changedMeanwhile {
            // Says nothing against the move: the next run tries again.
        } catch {
            Log.shared.warning("not moved to the trash: \(error)")
            try fail(file, .failed)
        }
        if let error = takeStoreError() { throw error }
    }

    private enum Whereabouts {
        case inTrash
        case notMoved
        /// What the file may be on cannot be reached.
        case unknown
    }

    /// Where a file is for which a name was taken before the process ended.
    private static func whereabouts(
        of file: TrashedFileRow, _ chosen: TrashPlace
    ) -> Whereabouts {
        do throws(MediaError) {
            let there = try FileStamp(of: chosen.file)
            // Some file systems number files anew at each mount.
            return there.size == file.stamp.size
                && there.modifiedNanoseconds == file.stamp.modifiedNanoseconds
                ? .inTrash : .notMoved
        } catch .vanished {
            if isThere(file.path) { return .notMoved }
            // A link in the trash may lead nowhere from there.
            if isThere(chosen.file) { return .inTrash }
            return chosen.file.folder.map(isThere) ?? false ? .notMoved : .unknown
        } catch {
            return .unknown
        }
    }

    private func move(_ file: TrashedFileRow, being stamp: FileStamp) throws(MediaError) {
        let place = try trash.reserve(file.path, deleted: LocalClock.now) { place in
            noting { () throws(LibraryError) in
                try setTrashPath(place.file, of: file, stamp: stamp)
            } ?? false
        }
        guard let place else { return }
        do throws(MediaError) {
            try trash.move(file.path, to: place, being: stamp)
        } catch {
            trash.discard(place, of: file.path)
            throw error
        }
        noting { () throws(LibraryError) in try finish(file, place) }
    }

    /// The file's stamp, when its bytes are those that were deleted.
    private func checked(_ file: TrashedFileRow) throws(MediaError) -> FileStamp {
        let now: FileStamp
        do throws(MediaError) {
            now = try FileStamp(of: file.path)
        } catch .vanished where Self.isThere(file.path) {
            // A link whose file is gone, maybe to the trash before it.
            return file.stamp
        }
        if now.isUnchanged(since: file.stamp) { return now }
        // Touched, or given other rights: the bytes decide.
        guard let hash = file.hash.hash else { throw .trash(file.path, .changed, code: nil) }
        var hasher = ContentHasher()
        let found = try hasher.hash(of: file.path)
        guard found.hash == hash else { throw .trash(file.path, .changed, code: nil) }
        return found.stamp
    }

    private func finish(_ file: TrashedFileRow, _ place: TrashPlace) throws(LibraryError) {
        // Bytes that were never hashed are known by their hash from now on,
        // so that a copy does not bring the photo back.
        var hasher = ContentHasher()
        let hash =
            file.hash == .wanted ? (try? hasher.hash(of: place.file))?.hash : nil
        let now = Self.now
        try write { transaction throws(StoreError) in
            if let hash {
                try transaction.learnDeletedContent(
                    hash, of: file.file, madeMilliseconds: now)
            }
            try transaction.finishTrashing(file.file)
        }
    }

    private func fail(_ file: TrashedFileRow, _ problem: TrashProblem) throws(LibraryError) {
        if let seat = link.seat {
            return try tell(seat, .trashed(file.file, done: false)) {
                transaction throws(StoreError) in
                try transaction.noteFailure(problem, of: file.file)
            }
        }
        hasTakenBack = true
        try write { transaction throws(StoreError) in
            try transaction.failTrashing(file.file, problem)
        }
    }

    // MARK: - Back

    private func bringBack(_ file: TrashedFileRow) throws(LibraryError) {
        let now = Self.now
        guard let place = file.trashPath.flatMap(TrashPlace.init(file:)) else { return }
        do throws(MediaError) {
            // Unless it came back before the process ended.
            if Self.isThere(place.file) || !Self.isBack(file) {
                try trash.restore(place, to: file.path, below: file.rootPath)
            }
            // A link may come back before what it leads to; other bytes than
            // went there are seen by the next walk.
            let now = try? FileStamp(of: file.path)
            let stamp = now.flatMap { $0.isSameFile(as: file.stamp) ? $0 : nil }
            noting { () throws(LibraryError) in
                if let seat = link.seat {
                    try tell(seat, .returned(file.file, done: true)) {
                        transaction throws(StoreError) in
                        try transaction.placeReturned(file.file, stamp: stamp)
                    }
                } else {
                    try write { transaction throws(StoreError) in
                        try transaction.finishReturning(file.file, stamp: stamp)
                    }
                }
            }
        } catch {
            var problem = TrashProblem.failed
            if case .trash(_, let known, _) = error { problem = known }
            if let seat = link.seat {
                return try tell(seat, .returned(file.file, done: false)) {
                    [problem] transaction throws(StoreError) in
                    try transaction.noteFailure(problem, of: file.file)
                }
            }
            try write { [problem] transaction throws(StoreError) in
                try transaction.failReturning(file.file, problem, madeMilliseconds: now)
            }
        }
        if let error = takeStoreError() { throw error }
    }

    /// Whether what went to the trash is in its folder.
    private static func isBack(_ file: TrashedFileRow) -> Bool {
        do throws(MediaError) {
            return try FileStamp(of: file.path).isSameFile(as: file.stamp)
        } catch .vanished {
            return isThere(file.path)
        } catch {
            return false
        }
    }

    // MARK: - Rows

    /// The library's error of a step within one that fails by the file.
    private var storeError: LibraryError?

    @discardableResult
    private func noting<Value>(_ body: () throws(LibraryError) -> Value) -> Value? {
        do throws(LibraryError) {
            return try body()
        } catch {
            storeError = error
            return nil
        }
    }

    private func takeStoreError() -> LibraryError? {
        defer { storeError = nil }
        return storeError
    }

    /// False when the file is not to leave any more: then it is not moved.
    @discardableResult
    private func setTrashPath(
        _ path: FilePath?, of file: TrashedFileRow, stamp: FileStamp? = nil
    ) throws(LibraryError) -> Bool {
        try write { transaction throws(StoreError) in
            guard try transaction.setTrashPath(path, of: file.file) else { return false }
            // By it the file is known again in the trash.
            if let stamp { try transaction.setStamp(stamp, of: file.file) }
            return true
        }
    }

    /// Tells the sync machine what became of a file, and writes down the rest.
    private func tell(
        _ seat: SyncSeat, _ event: Event.DiskEvent,
        _ body: @Sendable (inout WriteTransaction) throws(StoreError) -> Void
    ) throws(LibraryError) {
        do throws(StoreError) {
            try seat.tell(LibraryRows.Context(act: nil, nowMilliseconds: Self.now)) {
                transaction throws(StoreError) in
                try body(&transaction)
                return [.disk(event)]
            }
        } catch {
            throw LibraryError(error)
        }
    }

    private func write<Result: Sendable>(
        _ body: @Sendable (inout WriteTransaction) throws(StoreError) -> Result
    ) throws(LibraryError) -> Result {
        if let seat = link.seat {
            do throws(StoreError) {
                let context = LibraryRows.Context(act: nil, nowMilliseconds: Self.now)
                return try seat.write(context) { transaction throws(StoreError) in
                    let value = try body(&transaction)
                    return (value, [.disk(.changed(transaction.touchedPhotos))])
                } then: { _, value, _ throws(StoreError) in
                    value
                }
            } catch {
                throw LibraryError(error)
            }
        }
        do throws(StoreError) {
            return try store.write(body)
        } catch {
            throw LibraryError(error)
        }
    }

    private func read<Result: Sendable>(
        _ body: @Sendable (ReadTransaction) throws(StoreError) -> Result
    ) throws(LibraryError) -> Result {
        do throws(StoreError) {
            return try store.read(body)
        } catch {
            throw LibraryError(error)
        }
    }

    private static func isThere(_ path: FilePath) -> Bool {
        (try? FileStamp(ofItself: path)) != nil
    }

    private static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1000) }
}
