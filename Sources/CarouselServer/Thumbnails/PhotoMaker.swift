import DecoderProtocol
import DropboxAPI
import Media
import Photos
import Synchronization

/// Reads what was uploaded: facts and both thumbnails of every photo, ahead of
/// any request and in no commit's way; then what lies beside them.
///
/// What is to be read is in the rows, noted with the upload; so it goes on
/// after any end of the process. At most `window` contents are under way; all
/// others wait in the rows.
final class PhotoMaker: Sendable {
    /// Contents whose results become durable together.
    private static let batch = 16

    let shelf: ThumbnailShelf
    let store: FileStore
    let pool: DecoderPool
    let log: Log
    private let sidecars: SidecarPass
    private let window: Int
    typealias Making = Task<Result<[UInt8], DecoderError>, Never>
    let pictures = Mutex<[PictureName: Making]>([:])
    /// Large pictures being made at once, with those that wait.
    static let pictureLimit = 64

    /// - Parameters:
    ///   - executable: `carousel-decoder`; started with the first photo.
    ///   - workers: processes at most.
    init(
        store: FileStore, shelf: ThumbnailShelf, executable: FilePath, workers: Int, log: Log
    ) {
        self.store = store
        self.shelf = shelf
        self.log = log
        window = 8 * workers
        pool = DecoderPool(executable: executable, workers: workers)
        sidecars = SidecarPass(store: store, pool: pool, log: log)
    }

    /// What came of one content.
    private struct Made: Sendable {
        var number: Int64
        var hash: ContentHash
        /// Nil when it was not read, through no fault of its own.
        var facts: StoredFacts?
        var thumbnails: MadeThumbnails?
        var failure: DecoderError?
        var isGone = false
    }

    /// Works until `close`, or until its task is cancelled.
    func run() async {
        while await store.photosCame.wait() {
            do throws(ServerError) {
                try await drain()
            } catch {
                // What is given up on the way out failed for no reason to tell.
                if Task.isCancelled { break }
                log.write(.error, "reading_photos_failed", [("reason", .text("\(error)"))])
            }
        }
        await pool.shutDown()
    }

    /// Lets `run` wait no more. To give up what is under way too, which is
    /// done again at the next start, cancel its task.
    func close() { store.photosCame.close() }

    /// Notes all contents whose thumbnails are lost.
    func noteLost() async throws(ServerError) {
        try await store.readAgain(shelf.lost)
        guard shelf.isNew else { return }
        try await store.commits.perform { machine throws(ServerError) in
            try machine.metadata.database.run(
                "INSERT OR IGNORE INTO unread (hash) SELECT hash FROM photo_facts WHERE problem IS NULL"
            )
        }
    }

    private func drain() async throws(ServerError) {
        let result: Result<Void, ServerError> = await withTaskGroup(
            of: Made.self, returning: Result<Void, ServerError>.self
        ) { group in
            do throws(ServerError) {
                try await drain(&group)
                return .success(())
            } catch {
                group.cancelAll()
                return .failure(error)
            }
        }
        try result.get()
    }

    private func drain(_ group: inout TaskGroup<Made>) async throws(ServerError) {
        var last: Int64 = 0
        var lastFolder: Int64 = 0
        var underWay = 0
        var isDry = false
        var finished: [Made] = []
        while true {
            if Task.isCancelled { isDry = true }
            if !isDry, underWay <= window / 2 {
                let next = try store.readers.read { metadata throws(ServerError) in
                    try metadata.unread(after: last, limit: window - underWay)
                }
                isDry = next.count < window - underWay
                last = next.last?.number ?? last
                underWay += next.count
                for (number, hash) in next {
                    group.addTask { await self.make(number, hash) }
                }
            }
            guard let made = await group.next() else {
                // A folder at a time, then whatever photos came meanwhile.
                guard !Task.isCancelled, try await sidecars.matchNext(after: &lastFolder) else {
                    break
                }
                isDry = false
                continue
            }
            underWay -= 1
            // Nobody can be read then; the rows wait.
            if let failure = made.failure, case .cannotStart = failure {
                throw .failed("\(failure)")
            }
            finished.append(made)
            if finished.count >= Self.batch || isDry || underWay == 0 {
                try await keep(finished)
                finished = []
                // Something may have come meanwhile.
                isDry = false
            }
        }
        try await keep(finished)
    }

    private func make(_ number: Int64, _ hash: ContentHash) async -> Made {
        var made = Made(number: number, hash: hash)
        // Once more for one that was settled between the look and the open.
        for _ in 0..<2 {
            guard let path = store.blobs.path(of: hash) else {
                made.isGone = true
                return made
            }
            made.isGone = false
            do throws(DecoderError) {
                let facts = try await pool.facts(of: FilePath(path))
                made.facts = Self.stored(facts)
                let thumbnails = try await pool.thumbnails(of: FilePath(path))
                made.facts?.thumbHash = thumbnails.thumbHash
                made.thumbnails = thumbnails
                return made
            } catch .file(let failure) {
                if failure.reason == .vanished { continue }
                let problem = PhotoProblem(tag: failure.reason.rawValue, text: failure.detail)
                made.facts =
                    made.facts ?? StoredFacts(message: [], thumbHash: .empty, problem: nil)
                made.facts?.problem = problem
                return made
            } catch {
                made.facts = nil
                made.failure = error
                return made
            }
        }
        return made
    }

    private static func stored(_ facts: FileFacts) -> StoredFacts {
        var facts = facts
        // The photo's own thumbnail is there instead.
        facts.earlyThumbnail = nil
        return StoredFacts(
            message: DecoderReply.facts(facts).message, thumbHash: .empty, problem: nil)
    }

    /// Thumbnails first: an entry that says they are there must be right.
    private func keep(_ finished: [Made]) async throws(ServerError) {
        guard !finished.isEmpty else { return }
        let made = finished
        try await withTaskExecutorPreference(store.threads) { () async throws(ServerError) in
            try shelf.put(
                made.compactMap { one in
                    one.thumbnails.map { (one.hash, $0.s75, $0.s256) }
                })
        }
        let now = store.surroundings.now()
        let changed = try await store.commits.perform { machine throws(ServerError) in
            var changed: [(AccountNumber, Sequence)] = []
            for one in made {
                if one.isGone { try machine.metadata.forgetUnread(one.hash) }
                guard let facts = one.facts else { continue }
                changed += try machine.keep(facts, of: one.hash, now: now)
            }
            return changed
        }
        for (account, sequence) in changed { store.photoHub.wake(account, upTo: sequence) }
    }
}
