import Foundation
import Photos
import Store
import Sync

/// Does what the sync machine wants done, and tells it what came of it. It
/// decides nothing: requests go to the server as they are, answers into the
/// next transaction.
///
/// At most `SyncMachine.mostOperations` and `mostUploads` requests and one of
/// the feed are under way; the next page of the feed is fetched while one is
/// stored.
actor SyncDriver {
    private let queue = SerialQueueExecutor(label: "carousel.sync")
    private let store: LibraryStore
    private let seat: SyncSeat
    private let connection: ServerConnection
    private let disk: any SyncDisk
    private let contact: Broadcast<SyncContact>
    private var requests: [RequestNumber: Task<Void, Never>] = [:]
    /// The page behind the one that is being stored: the server makes it and
    /// it is read meanwhile.
    private var ahead: PageAhead?
    private var wake: (at: Instant, task: Task<Void, Never>)?
    private var isStopped = false

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        queue.asUnownedSerialExecutor()
    }

    init(
        store: LibraryStore, seat: SyncSeat, connection: ServerConnection, disk: any SyncDisk,
        contact: Broadcast<SyncContact>
    ) {
        self.store = store
        self.seat = seat
        self.connection = connection
        self.disk = disk
        self.contact = contact
    }

    /// Carries out the turns of the seat, in order, until they end.
    func run(_ turns: AsyncStream<[Action]>) async {
        for await actions in turns where !isStopped {
            for action in actions { carry(out: action) }
            contact.update { $0.carriedOut += 1 }
        }
    }

    /// Ends all requests; what they would have brought is asked again later.
    func stop() async {
        isStopped = true
        let tasks = Array(requests.values)
        forgetRequests()
        for task in tasks { await task.value }
    }

    private func forgetRequests() {
        for task in requests.values { task.cancel() }
        requests = [:]
        forgetAhead()
        wake?.task.cancel()
        wake = nil
    }

    private func carry(out action: Action) {
        switch action {
        case .send(let number, let request): send(request, number)
        case .cancel(let number): requests.removeValue(forKey: number)?.cancel()
        case .wake(let at): wake(at: at)
        case .hash(let file, let isUrgent): if isUrgent { disk.hashSoon(file) }
        case .trash, .untrash: disk.moveFiles()
        // The rows have it already, in the transaction of the event.
        case .show: break
        }
    }

    // MARK: Requests

    private func send(_ request: Request, _ number: RequestNumber) {
        let ahead = takeAhead(for: request)
        requests[number] = Task { [contact] in
            let outcome =
                if let ahead {
                    await withTaskCancellationHandler {
                        await ahead.value
                    } onCancel: {
                        ahead.cancel()
                    }
                } else {
                    await self.outcome(of: request)
                }
            guard !Task.isCancelled else { return }
            contact.update { $0.note(outcome.problem) }
            let reply: Reply
            switch outcome {
            case .success(let known): reply = known
            case .failure(let problem): reply = Reply(answer: Answer(problem))
            }
            self.finish(number, reply)
        }
    }

    /// An answer, and for a page what the server knows of its photos.
    private struct Reply: Sendable {
        var answer: Answer
        var contents: [ServerFacts] = []
        /// The post in a conversation that was asked for.
        var post: OperationID?
    }

    private struct PageAhead {
        var cursor: String
        var task: Task<Outcome, Never>
    }

    private typealias Outcome = Result<Reply, ServerProblem>

    /// Begins to fetch the page behind an answer that is about to be stored.
    /// What was fetched before that answer is thrown away: the machine takes
    /// a page that it asks for later to know of it.
    private func fetchAhead(of answer: Answer) {
        forgetAhead()
        guard case .page(let page) = answer, page.hasMore else { return }
        let cursor = page.cursor
        ahead = PageAhead(
            cursor: cursor, task: Task { await self.outcome(of: .read(cursor: cursor)) })
    }

    private func takeAhead(for request: Request) -> Task<Outcome, Never>? {
        guard case .read(let cursor) = request, let ahead, ahead.cursor == cursor else {
            return nil
        }
        self.ahead = nil
        return ahead.task
    }

    private func forgetAhead() {
        ahead?.task.cancel()
        ahead = nil
    }

    private nonisolated func outcome(of request: Request) async -> Outcome {
        do throws(ServerProblem) {
            let backend = try await connection.backend()
            return .success(try await reply(to: request, from: backend))
        } catch {
            return .failure(error)
        }
    }

    /// Asks the server, outside the actor.
    private nonisolated func reply(
        to request: Request, from backend: any SyncBackend
    ) async throws(ServerProblem) -> Reply {
        switch request {
        case .read(let cursor):
            guard let page = try await backend.page(after: cursor) else {
                return Reply(answer: .reset)
            }
            return Reply(answer: .page(page.page), contents: page.contents)
        case .longPoll(let cursor):
            return Reply(answer: try await backend.waitForChanges(after: cursor))
        case .upload(let id, let file, let upload):
            guard let order = order(id, file, upload) else { return Reply(answer: .sourceChanged) }
            return Reply(answer: try await backend.upload(order))
        case .share(let id, let photos):
            guard let post = post(id), case .post(let text, _) = post.work else {
                return Reply(answer: try await backend.answer(request))
            }
            return Reply(
                answer: try await answer(to: post, text, photos, from: backend), post: id)
        case .have, .setFlag, .delete, .restore:
            return Reply(answer: try await backend.answer(request))
        }
    }

    private nonisolated func post(_ id: OperationID) -> ConversationAct? {
        do throws(StoreError) {
            return try store.read { transaction throws(StoreError) in
                try transaction.conversationPost(id)
            }
        } catch {
            Log.shared.warning("what is to be shared could not be read: \(error)")
            return nil
        }
    }

    /// A refusal ends the post with its words, so it is an answer here.
    private nonisolated func answer(
        to post: ConversationAct, _ text: String?, _ photos: [Share.SharedPhoto],
        from backend: any SyncBackend
    ) async throws(ServerProblem) -> Answer {
        do throws(ServerProblem) {
            return try await backend.post(
                text, photos, to: post.conversation, as: post.id)
        } catch .refused(let reason) {
            return .refused(.other, reason: reason)
        }
    }

    /// Hands an answer to the machine. Runs on the actor: answers come one
    /// after another anyway.
    private func finish(_ number: RequestNumber, _ reply: Reply) {
        guard requests.removeValue(forKey: number) != nil, !isStopped else { return }
        fetchAhead(of: reply.answer)
        var context = LibraryRows.Context(act: nil, nowMilliseconds: Self.wallClock)
        for facts in reply.contents { context.paths[facts.photo] = facts.path }
        do throws(StoreError) {
            try seat.tell(context) { transaction throws(StoreError) in
                for facts in reply.contents {
                    try transaction.putServerContent(
                        ServerContentRow(
                            metadata: facts.metadata, name: facts.name,
                            thumbHash: facts.thumbHash ?? .empty, isPending: facts.isPending),
                        of: facts.hash)
                }
                var events = [Event.answer(number, reply.answer)]
                if let post = reply.post, let state = reply.answer.stateOfPost {
                    events += try transaction.end(post, state)
                }
                return events
            }
        } catch {
            Log.shared.warning("an answer of the server could not be stored: \(error)")
            startAnew()
        }
        if case .page(let page) = reply.answer, !page.hasMore {
            disk.fetchThumbnails()
            // The same wake-up tells of conversations.
            disk.exchangeConversations()
        }
        if reply.post != nil { disk.exchangeConversations() }
    }

    /// After a commit that failed the machine starts again on the rows, a
    /// little later: the disk may be full.
    private func startAnew() {
        forgetRequests()
        requests[RequestNumber(-1)] = Task {
            try? await Task.sleep(for: .seconds(5))
            guard !Task.isCancelled else { return }
            self.tell([])
        }
    }

    private nonisolated func order(
        _ id: OperationID, _ file: FileID, _ upload: Upload
    ) -> UploadOrder? {
        let found = try? store.read { transaction throws(StoreError) in
            (try transaction.file(file), try transaction.uploadSession(of: id))
        }
        guard let row = found?.0, row.hash.hash == upload.hash else { return nil }
        let store = store
        return UploadOrder(
            operation: id, upload: upload, file: row.path, stamp: row.stamp,
            taken: row.metadata.taken,
            session: found?.1.map { UploadOrder.Session(id: $0.id, bytes: $0.bytes) }
        ) { session in
            do throws(StoreError) {
                try store.write { transaction throws(StoreError) in
                    try transaction.setUploadSession(
                        session.map { UploadSession(id: $0.id, bytes: $0.bytes) }, of: id)
                }
            } catch {
                // The upload begins anew after a restart.
                Log.shared.warning("how far an upload has come could not be stored: \(error)")
            }
        }
    }

    // MARK: Time

    private func wake(at instant: Instant) {
        if let wake, wake.at <= instant { return }
        wake?.task.cancel()
        let milliseconds = max(0, instant.milliseconds - seat.now.milliseconds)
        let task = Task {
            try? await Task.sleep(for: .milliseconds(milliseconds))
            guard !Task.isCancelled else { return }
            self.wake = nil
            self.tell([.timer])
        }
        wake = (instant, task)
    }

    /// Tells the machine what happened.
    func tell(_ events: [Event]) {
        guard !isStopped else { return }
        do throws(StoreError) {
            try seat.tell(LibraryRows.Context(act: nil, nowMilliseconds: Self.wallClock)) {
                _ throws(StoreError) in events
            }
        } catch {
            Log.shared.warning("the library could not be written: \(error)")
            startAnew()
        }
    }

    private static var wallClock: Int64 { Int64(Date().timeIntervalSince1970 * 1000) }
}

/// What the driver asks of the rest of the library. None of it blocks.
protocol SyncDisk: Sendable {
    /// Hashes the file ahead of all others, and takes the hash in.
    func hashSoon(_ file: FileID)
    /// Moves files into the trash and out of it, as the rows say.
    func moveFiles()
    /// Gets thumbnails of photos that are not on this disk.
    func fetchThumbnails()
    /// Sends and reads what is new in conversations.
    func exchangeConversations()
}

extension Result where Failure == ServerProblem {
    fileprivate var problem: ServerProblem? {
        if case .failure(let problem) = self { problem } else { nil }
    }
}

extension ServerFacts {
    /// The file's own name.
    var name: String { String(path.split(separator: "/").last ?? "") }
}

extension Answer {
    /// What it means for the post that was asked for; nil when it is to be
    /// tried again.
    fileprivate var stateOfPost: ConversationAct.State? {
        switch self {
        case .done: .answered
        case .refused(_, let reason): .failed(reason: reason)
        default: nil
        }
    }
}
