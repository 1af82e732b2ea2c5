import Photos
import Store
import Sync

/// Sends what the user did in conversations and reads what others did. What is
/// sent when is `ConversationSending`'s; one request is under way at a time.
actor ConversationExchange {
    private let queue = SerialQueueExecutor(label: "carousel.conversations")
    private let store: LibraryStore
    private let thumbnails: ThumbnailStore
    private let seat: SyncSeat
    nonisolated let connection: ServerConnection
    private let changed: @Sendable () -> Void
    private var sending: ConversationSending
    /// How far the server was told that conversations are seen.
    private var toldSeen: [ConversationID: Int64] = [:]
    private var work: Task<Outcome, Never>?

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        queue.asUnownedSerialExecutor()
    }

    /// - Parameter changed: told after each commit that changes conversations.
    init(
        store: LibraryStore, thumbnails: ThumbnailStore, seat: SyncSeat,
        connection: ServerConnection,
        chance: Chance, changed: @escaping @Sendable () -> Void
    ) {
        self.store = store
        self.thumbnails = thumbnails
        self.seat = seat
        self.connection = connection
        self.changed = changed
        sending = ConversationSending(chance: chance)
    }

    /// Works whenever the bell rings, until it ends, and when what has failed
    /// may be tried again.
    func run(_ bell: AsyncStream<Void>, ring: @escaping @Sendable () -> Void) async {
        for await _ in bell {
            guard let wake = await exchange().wake else { continue }
            let milliseconds = max(0, wake.milliseconds - seat.now.milliseconds)
            Task {
                try? await Task.sleep(for: .milliseconds(milliseconds))
                ring()
            }
        }
    }

    /// What an exchange has left.
    struct Outcome: Sendable {
        /// When something that failed may be tried again; nil when all is in
        /// step.
        var wake: Instant?
        /// Why nothing more could be sent or read.
        var problem: ServerProblem?
    }

    /// Sends and reads all that can be now; after what is under way, if any.
    func exchange() async -> Outcome {
        while let work { _ = await work.value }
        let task = Task {
            let outcome = await self.sendAndRead()
            self.work = nil
            return outcome
        }
        work = task
        return await task.value
    }

    private func sendAndRead() async -> Outcome {
        guard !seat.isPaused else { return Outcome() }
        do {
            try handOverShares()
            guard let backend = try await conversations() else { return Outcome() }
            let wake = try await send(to: backend)
            try await read(from: backend)
            try await fetchThumbnails()
            sending.noteContact()
            return Outcome(wake: wake)
        } catch let problem as ServerProblem {
            return Outcome(wake: sending.noteNoContact(at: seat.now), problem: problem)
        } catch {
            Log.shared.warning("conversations: \(error)")
            return Outcome(wake: sending.noteNoContact(at: seat.now))
        }
    }

    private func conversations() async throws -> (any ConversationBackend)? {
        guard let backend = try await connection.backend().conversations else {
            try endAll(reason: Self.none)
            return nil
        }
        return backend
    }

    private static let none = "This server has no conversations. Its keeper can update it."

    // MARK: Sending

    /// Sends until nothing more may be sent.
    private func send(to backend: any ConversationBackend) async throws -> Instant? {
        while true {
            let plan = sending.plan(try acts(), at: seat.now)
            for (id, reason) in plan.end { try end(id, .failed(reason: reason)) }
            if plan.send.isEmpty, plan.end.isEmpty { return plan.wake }
            for act in plan.send {
                switch await Self.problem(with: act, at: backend) {
                case nil:
                    sending.noteAnswer(to: act.id)
                    try end(act.id, .answered)
                case .refused(let reason):
                    sending.noteAnswer(to: act.id)
                    try end(act.id, .failed(reason: reason))
                case .busy(let milliseconds):
                    sending.noteFailure(
                        of: act.id, retryAfterMilliseconds: milliseconds, at: seat.now)
                case .some(let problem): throw problem
                }
            }
        }
    }

    private static func problem(
        with act: ConversationAct, at backend: any ConversationBackend
    ) async -> ServerProblem? {
        do throws(ServerProblem) {
            try await backend.perform(act)
            return nil
        } catch {
            return error
        }
    }

    /// What became of an act, and what it held back.
    private func end(_ id: OperationID, _ state: ConversationAct.State) throws(StoreError) {
        try seat.tell(context(nil)) { transaction throws(StoreError) in
            try transaction.end(id, state)
        }
        changed()
    }

    private func endAll(reason: String) throws {
        for act in try acts() where act.state == .waiting {
            try end(act.id, .failed(reason: reason))
        }
    }

    /// Posts made before the library was linked: the machine sees to their
    /// photos from now on.
    private func handOverShares() throws {
        for act in sending.plan(try acts(), at: seat.now).share {
            guard case .post(_, let photos) = act.work else { continue }
            try seat.tell(context(act.id)) { _ throws(StoreError) in
                [.user(.share(photos, as: act.id))]
            }
        }
    }

    // MARK: Reading

    private func read(from backend: any ConversationBackend) async throws {
        let answered = try acts().filter { $0.state == .answered }.map(\.id)
        try await tellSeen(to: backend)
        try await readList(from: backend)
        let unread = try store.read { transaction throws(StoreError) in
            try transaction.unreadConversations().map { [$0.id: $0.sequence] }
        }
        for (id, sequence) in unread.flatMap({ $0 }) {
            try await readMessages(of: id, upTo: sequence, from: backend)
        }
        guard !answered.isEmpty else { return }
        // Posts with photos end with the message that shows them.
        try store.write { transaction throws(StoreError) in try transaction.endActs(answered) }
        changed()
    }

    private func readList(from backend: any ConversationBackend) async throws {
        while true {
            let cursor = try store.read { transaction throws(StoreError) in
                try transaction.conversationCursor()
            }
            guard let page = try await backend.conversations(after: cursor) else {
                guard cursor != nil else { throw ServerProblem.unreadable("a list without end") }
                try store.write { transaction throws(StoreError) in
                    try transaction.forgetConversationCursors()
                }
                continue
            }
            try store.write { transaction throws(StoreError) in
                try transaction.put(conversations: page.elements, cursor: page.cursor)
            }
            if !page.elements.isEmpty { changed() }
            if !page.hasMore { return }
        }
    }

    private func readMessages(
        of id: ConversationID, upTo sequence: Int64, from backend: any ConversationBackend
    ) async throws {
        var cursor = try store.read { transaction throws(StoreError) in
            try transaction.messageCursor(of: id)
        }
        while true {
            guard let page = try await backend.messages(of: id, after: cursor) else {
                // Another time it is read anew, or may not be read at all.
                guard cursor != nil else { return }
                cursor = nil
                continue
            }
            try store.write { transaction throws(StoreError) in
                try transaction.put(
                    messages: page.elements, of: id, cursor: page.cursor,
                    readUpTo: page.hasMore ? nil : sequence)
            }
            changed()
            if !page.hasMore { return }
            cursor = page.cursor
        }
    }

    /// Shared photos whose thumbnails are kept at hand, the newest.
    private static let mostThumbnails = 5_000

    /// Gets the thumbnails that are not here yet and that the server has.
    private func fetchThumbnails() async throws {
        let contents = try store.read { transaction throws(StoreError) in
            try transaction.sharedContents(limit: Self.mostThumbnails)
        }
        var missing = try thumbnails.sharedMissing(among: contents)[...]
        let backend = try await connection.backend()
        while !missing.isEmpty {
            let batch = Array(missing.prefix(backend.capabilities.thumbnailBatch))
            missing = missing.dropFirst(batch.count)
            let small = try await backend.thumbnails(of: batch, .s75)
            let large = try await backend.thumbnails(of: batch, .s256)
            var found: [(content: ContentHash, s75: [UInt8], s256: [UInt8])] = []
            for (content, pair) in zip(batch, zip(small, large)) {
                if case (.jpeg(let s75), .jpeg(let s256)) = pair {
                    found.append((content, s75, s256))
                }
            }
            guard !found.isEmpty else { continue }
            try thumbnails.putShared(found)
            changed()
        }
    }

    private func tellSeen(to backend: any ConversationBackend) async throws {
        let all = try store.read { transaction throws(StoreError) in
            try transaction.cachedConversations()
        }
        for conversation in all where conversation.standing == .member {
            // After a start everything is told once more: the highest wins.
            guard conversation.seen > toldSeen[conversation.id] ?? 0 else { continue }
            try await backend.markSeen(conversation.id, upTo: conversation.seen)
            toldSeen[conversation.id] = conversation.seen
        }
    }

    private func acts() throws -> [ConversationAct] {
        try store.read { transaction throws(StoreError) in try transaction.conversationActs() }
    }

    private func context(_ act: OperationID?) -> LibraryRows.Context {
        LibraryRows.Context(act: act, nowMilliseconds: UserActions.now)
    }
}

extension WriteTransaction {
    /// Notes what became of an act.
    /// - Returns: what the sync machine has to know: that a share is sent no
    ///   more, and that others may be held back no longer.
    mutating func end(
        _ id: OperationID, _ state: ConversationAct.State
    ) throws(StoreError) -> [Event] {
        let acts = try reading.conversationActs()
        try set(state, of: id)
        guard let ended = acts.first(where: { $0.id == id }) else { return [] }
        var events: [Event] = []
        if case .failed = state, ended.share?.hasEnded == false,
            let number = try reading.operationNumber(of: id)
        {
            events.append(.user(.undo(number)))
        }
        for act in acts where act.conversation == ended.conversation && act.id != id {
            if case .post(_, let photos) = act.work, act.share?.hasEnded == false {
                events.append(.disk(.changed(photos)))
            }
        }
        return events
    }
}
