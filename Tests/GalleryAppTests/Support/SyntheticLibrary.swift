import Carousel
import GalleryApp
import Photos
import Rendering
import Synchronization
import Timeline

/// A library without files: a real accumulator, pictures that are painted.
nonisolated final class SyntheticLibrary: GalleryLibrary {
    private struct State {
        var snapshots: [AsyncStream<Snapshot>.Continuation] = []
        var collections: [(PhotoCollection, AsyncStream<Snapshot>.Continuation)] = []
        var progress: [AsyncStream<LibraryProgress>.Continuation] = []
        var problems: [Problem] = []
        var problemsToFind: [Problem] = []
        var added: [FilePath] = []
        var acts: [(PhotoAction, [HotRecord])] = []
        var failures: [ActionOutcome.Failure] = []
        var isClosed = false
        /// Whether collections take their time to be read.
        var keepsCollections = false
        var status = SyncStatus()
        var statuses: [AsyncStream<SyncStatus>.Continuation] = []
        var roots: [Root] = []
        var holds: [UploadHold?] = []
    }

    /// What is shared, for `SyntheticLibrary+Conversations`.
    let shared = SharedConversations()

    private let accumulator = Accumulator()
    private let taken: [PhotoCollection: Accumulator] = [
        .hidden: Accumulator(), .deleted: Accumulator(),
    ]
    private let state = Mutex(State())
    let painter = Painter()

    init() {
        accumulator.finishLoading()
        for accumulator in taken.values { accumulator.finishLoading() }
    }

    var snapshot: Snapshot { accumulator.snapshot }
    var addedFolders: [FilePath] { state.withLock { $0.added } }

    /// Changes the timeline and tells who follows it.
    func change(_ edit: (inout Transaction) -> Void) {
        var transaction = accumulator.transaction()
        edit(&transaction)
        let snapshot = transaction.commit()
        state.withLock { state in
            for follower in state.snapshots {
                follower.yield(snapshot)
            }
        }
    }

    func report(_ progress: LibraryProgress) {
        state.withLock { state in
            for follower in state.progress {
                follower.yield(progress)
            }
        }
    }

    func setProblems(_ problems: [Problem]) {
        state.withLock { $0.problems = problems }
    }

    /// What the next look through the folders finds.
    func setProblemsToFind(_ problems: [Problem]) {
        state.withLock { $0.problemsToFind = problems }
    }

    // MARK: - GalleryLibrary

    var snapshots: AsyncStream<Snapshot> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Snapshot.self, bufferingPolicy: .bufferingNewest(1))
        continuation.yield(accumulator.snapshot)
        state.withLock { $0.snapshots.append(continuation) }
        return stream
    }

    var syncStatuses: AsyncStream<SyncStatus> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: SyncStatus.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { state in
            continuation.yield(state.status)
            state.statuses.append(continuation)
        }
        return stream
    }

    /// Changes how the library and its server stand.
    func setStatus(_ change: (inout SyncStatus) -> Void) {
        state.withLock { state in
            change(&state.status)
            for follower in state.statuses { follower.yield(state.status) }
        }
    }

    func setRoots(_ roots: [Root]) { state.withLock { $0.roots = roots } }

    /// Why uploads were to wait, in order.
    var holds: [UploadHold?] { state.withLock { $0.holds } }

    func roots() throws(LibraryError) -> [Root] { state.withLock { $0.roots } }

    func setRoot(_ folder: FilePath, _ settings: FolderSettings) async throws(LibraryError) {
        let isKnown = state.withLock { state in
            guard let index = state.roots.firstIndex(where: { $0.path == folder }) else {
                return false
            }
            state.roots[index] = Root(path: folder, isAvailable: true, settings: settings)
            return true
        }
        if !isKnown { throw .notAFolderOfTheLibrary(folder.display) }
    }

    func pauseSync() async throws(LibraryError) {
        setStatus {
            $0.isPausedByUser = true
            $0.state = .paused
        }
    }

    func resumeSync() async throws(LibraryError) {
        setStatus {
            $0.isPausedByUser = false
            $0.state = .working
        }
    }

    func holdUploads(_ hold: UploadHold?) async { state.withLock { $0.holds.append(hold) } }

    func snapshots(of collection: PhotoCollection) -> AsyncStream<Snapshot> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Snapshot.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { state in
            if !state.keepsCollections {
                continuation.yield(taken[collection]?.snapshot ?? .empty)
            }
            state.collections.append((collection, continuation))
        }
        return stream
    }

    /// From now on collections are not there until they are told.
    func keepCollections() {
        state.withLock { $0.keepsCollections = true }
    }

    func tellCollections() {
        state.withLock { state in
            state.keepsCollections = false
            for (collection, follower) in state.collections {
                follower.yield(taken[collection]?.snapshot ?? .empty)
            }
        }
    }

    private func change(
        _ collection: PhotoCollection, _ edit: (inout Transaction) -> Void
    ) {
        guard var transaction = taken[collection]?.transaction() else { return }
        edit(&transaction)
        let snapshot = transaction.commit()
        state.withLock { state in
            for (of, follower) in state.collections where of == collection {
                follower.yield(snapshot)
            }
        }
    }

    func record(of photo: LUID) -> HotRecord? {
        accumulator.snapshot.record(of: photo)
            ?? taken.values.lazy.compactMap { $0.snapshot.record(of: photo) }.first
    }

    var progress: AsyncStream<LibraryProgress> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: LibraryProgress.self, bufferingPolicy: .bufferingNewest(1))
        continuation.yield(.idle)
        state.withLock { $0.progress.append(continuation) }
        return stream
    }

    var thumbnails: any ThumbnailDecoding { painter }

    func lookThrough(adding folders: [FilePath]) async throws(LibraryError) {
        for folder in folders where folder.display.contains("missing") {
            throw .noSuchFolder(folder.display)
        }
        state.withLock { state in
            state.added += folders
            state.problems += state.problemsToFind
            state.problemsToFind = []
        }
    }

    func keepUp() async throws(LibraryError) {}

    func details(of photo: LUID) throws(LibraryError) -> PhotoDetails? {
        guard let record = record(of: photo) else { return nil }
        return PhotoDetails(
            luid: photo, paths: [FilePath("/photos/IMG_\(photo).JPG")],
            metadata: PhotoMetadata(
                kind: record.flags.contains(.video) ? .video : .photo, taken: record.taken,
                camera: "Canon EOS 70D"),
            contentHash: nil, byteSize: 1)
    }

    func picture(of photo: LUID, maxSide: Int) async throws(LibraryError) -> [UInt8] {
        guard let record = record(of: photo) else {
            throw .noSuchPhoto(photo)
        }
        guard !record.flags.contains(.unreadablePicture) else {
            throw .undecodable(photo, reason: .truncated, detail: "it ends in the middle")
        }
        let side = min(600, maxSide)
        return PaintedPicture(of: photo).jpeg(width: side, height: side * 2 / 3)
    }

    func perform(
        _ action: PhotoAction, on photos: [LUID]
    ) async throws(LibraryError) -> PerformedAction {
        let id = OperationID(high: 1, low: state.withLock { UInt64($0.acts.count) })
        let records = photos.compactMap { record(of: $0) }
        state.withLock { $0.acts.append((action, records)) }
        apply(action, to: records)
        return PerformedAction(operation: id, photos: records.map(\.luid))
    }

    func undo(_ operation: OperationID) async throws(LibraryError) -> PerformedAction {
        let (action, records) = state.withLock { $0.acts[Int(operation.low)] }
        apply(action.inverse, to: records)
        return PerformedAction(operation: operation, photos: records.map(\.luid))
    }

    func outcome(of operation: OperationID) async throws(LibraryError) -> ActionOutcome {
        var outcome = ActionOutcome()
        outcome.failures = state.withLock { $0.failures }
        return outcome
    }

    private func apply(_ action: PhotoAction, to records: [HotRecord]) {
        if action.flag != .favourite {
            change(action.flag == .hidden ? .hidden : .deleted) { transaction in
                for record in records {
                    if action.sets {
                        transaction.addPhoto(record)
                    } else {
                        transaction.removePhoto(record.luid)
                    }
                }
            }
        }
        change { transaction in
            for var record in records {
                switch action {
                case .hide, .delete: transaction.removePhoto(record.luid)
                case .unhide, .restore: transaction.addPhoto(record)
                case .favourite, .unfavourite:
                    record.flags.remove(.favourite)
                    if action.sets { record.flags.insert(.favourite) }
                    transaction.addPhoto(record)
                }
            }
        }
    }

    /// What the next acts cannot do with files.
    func setFailures(_ failures: [ActionOutcome.Failure]) {
        state.withLock { $0.failures = failures }
    }

    var acts: [PhotoAction] { state.withLock { $0.acts.map(\.0) } }

    func problems() throws(LibraryError) -> [Problem] {
        state.withLock { $0.problems }
    }

    func close() async {
        state.withLock { state in
            state.snapshots.forEach { $0.finish() }
            state.progress.forEach { $0.finish() }
            state.isClosed = true
        }
    }

    /// Paints thumbnails and remembers what was asked of it.
    final class Painter: ThumbnailDecoding {
        private let log = Mutex<[ThumbnailSize: Int]>([:])
        private let without = Mutex<Set<LUID>>([])

        func withhold(_ photos: Set<LUID>) {
            without.withLock { $0 = photos }
        }

        func decodes(_ size: ThumbnailSize) -> Int { log.withLock { $0[size] ?? 0 } }

        func pixels(
            of photos: [LUID], _ size: ThumbnailSize, side: Int
        ) -> [SquarePixels?] {
            photos.map { pixels(of: $0, size, side) }
        }

        private func pixels(
            of photo: LUID, _ size: ThumbnailSize, _ side: Int
        ) -> SquarePixels? {
            log.withLock { $0[size, default: 0] += 1 }
            guard !without.withLock({ $0.contains(photo) }) else { return nil }
            return SquarePixels(
                side: side,
                bgra: PaintedPicture(of: photo).pixels(
                    width: side, height: side, middleSquare: true))
        }
    }
}

extension SyntheticLibrary {
    /// Events on days of spring 2014, newest first, LUIDs from 1 in the order
    /// of time; every ninth is a video.
    func fill(events: [Int], firstLUID: Int64 = 1, lastDay: Int = 16_230) {
        change { transaction in
            var luid = firstLUID
            for (index, count) in events.enumerated() {
                for photo in 0..<count {
                    transaction.addPhoto(Self.record(luid, day: lastDay - 4 * index, photo))
                    luid += 1
                }
            }
        }
    }

    static func record(_ luid: Int64, day: Int, _ photo: Int = 0) -> HotRecord {
        let taken = CaptureTime(
            date: CalendarDate(daysSince1970: day),
            millisecondOfDay: 50_400_000 - photo * 97_000 % 30_000_000)
        var record = HotRecord(
            luid: LUID(luid), taken: taken, width: 600, height: 400,
            thumbHash: ThumbHash(bytes: (0..<24).map { UInt8(truncatingIfNeeded: luid &* 7 &+ $0) })
                ?? .empty)
        if luid % 9 == 0 {
            record.flags.insert(.video)
            record.durationSeconds = UInt16(truncatingIfNeeded: luid * 7 % 400)
        }
        return record
    }
}
