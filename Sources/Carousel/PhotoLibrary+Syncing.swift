import HTTPTransport
import Photos
import Store
import Sync
import Synchronization

extension PhotoLibrary {
    /// Begins to sync in this process and goes on until the library is closed;
    /// nothing while it is not linked, then as soon as it is.
    public func startSync() async throws(LibraryError) {
        guard isOwner else { throw .notTheOwner }
        wantsSync.withLock { $0 = true }
        guard let linked = linked.withLock({ $0 }), !linked.isRunning else { return }
        let client: WireClient
        do throws(ServerProblem) {
            client = try await serverLink.client(of: linked.account)
        } catch {
            var status = try statusNow()
            status.state = .needsAttention
            status.problem = error.description
            syncCast.send(status)
            throw .server(error)
        }
        let intake = intake
        let disk = LibraryDisk { [weak self] in self?.moveFiles() }
        serverBell.withLock { $0 = disk }
        await linked.start(
            client, store: opened.store, disk: disk,
            helpers: [
                { [contact = linked.contact] _ in
                    // Who follows the state looks again.
                    await disk.hash(intake) { contact.update { _ in } }
                },
                { [weak self] connection in
                    await self?.serverThumbnails(from: connection).run(disk.thumbnailBell)
                },
                { [weak self] connection in
                    let exchange = self?.exchange(of: linked, over: connection)
                    await exchange?.run(disk.conversationBell) { disk.exchangeConversations() }
                },
                { [weak self] _ in await self?.tellStatus(of: linked) },
            ], isPausedByUser: try isSyncPaused())
        await linked.holdUploads(uploadHold.withLock { $0 } != nil)
        // What an earlier run did not come to.
        disk.fetchThumbnails()
        disk.exchangeConversations()
    }

    /// Sends and asks nothing until `resumeSync`, in this process and those
    /// after it; what is done is kept.
    public func pauseSync() async throws(LibraryError) { try await setSyncPaused(true) }

    public func resumeSync() async throws(LibraryError) { try await setSyncPaused(false) }

    func setSyncPaused(_ isPaused: Bool) async throws(LibraryError) {
        guard isOwner else {
            _ = try await OwnerConnection(directory: directory).run(.pauseSync(isPaused))
            return
        }
        guard try account() != nil else { throw .server(.notLinked) }
        try LibraryError.converting {
            try opened.store.write { transaction throws(StoreError) in
                try transaction.setSyncPaused(isPaused)
            }
        }
        if let linked = linked.withLock({ $0 }), linked.isRunning {
            if isPaused { linked.pause() } else { await linked.resume() }
        }
        tellStatus()
    }

    func isSyncPaused() throws(LibraryError) -> Bool {
        try LibraryError.converting {
            try opened.store.read { transaction throws(StoreError) in
                try transaction.isSyncPaused()
            }
        }
    }

    /// Lets uploads wait for a reason that passes, or go on when it is nil.
    /// What the user does is sent all the same, and what others did comes.
    public func holdUploads(_ hold: UploadHold?) async {
        uploadHold.withLock { $0 = hold }
        await linked.withLock({ $0 })?.holdUploads(hold != nil)
        tellStatus()
    }

    /// Syncs until nothing is left to do, or can be done now.
    ///
    /// - Parameter patience: how long a server is tried that cannot be
    ///   reached or asks for patience.
    /// - Returns: how the library and its server stand then.
    public func syncOnce(patience: Duration = .seconds(20)) async throws(LibraryError) -> SyncStatus
    {
        guard isOwner else {
            guard
                case .syncStatus(let status) = try await OwnerConnection(directory: directory)
                    .run(.syncOnce(patience: patience))
            else { throw .owner(cause: "it answered something else") }
            return status
        }
        try await startSync()
        guard let linked = linked.withLock({ $0 }) else { throw .server(.notLinked) }
        guard try !isSyncPaused() else { return try statusNow() }
        let clock = ContinuousClock()
        var lastSuccess = (count: 0, at: clock.now)
        var isInStep = false
        for await contact in linked.contact.follow() {
            if contact.successes > lastSuccess.count {
                lastSuccess = (contact.successes, clock.now)
            }
            if contact.problem?.needsUser == true { break }
            if contact.problem == nil, contact.successes > 0, isQuiet(linked) {
                let rest = await exchangeConversations(of: linked)
                // What was sent may have held a share back.
                guard isQuiet(linked) else { continue }
                guard let wake = rest?.wake else {
                    isInStep = true
                    break
                }
                if clock.now - lastSuccess.at > patience {
                    linked.contact.update { $0.note(rest?.problem) }
                    break
                }
                Task { [contact = linked.contact, now = linked.seat.now] in
                    let milliseconds = max(0, wake.milliseconds - now.milliseconds)
                    try? await Task.sleep(for: .milliseconds(milliseconds))
                    // The loop looks again.
                    contact.update { _ in }
                }
            }
            if contact.problem != nil, clock.now - lastSuccess.at > patience { break }
            if Task.isCancelled { throw .cancelled }
        }
        if isInStep, let connection = linked.connection {
            await serverThumbnails(from: connection).fetchQuietly()
        }
        var status = try statusNow()
        // What came since, news or a server that went away, is the next one's.
        if isInStep, [.working, .offline].contains(status.state) {
            status.state = .upToDate
            status.problem = nil
        }
        return status
    }

    /// Whether nothing is under way but the wait for changes: neither with the
    /// server nor on the disk, where a hash may be all that an upload lacks.
    func isQuiet(_ linked: LinkedLibrary) -> Bool {
        let contact = linked.contact.value
        return contact.carriedOut == contact.turns
            && serverBell.withLock { $0?.isIdle ?? true }
            && linked.seat.isQuiet
            // Nothing was committed meanwhile that may want something.
            && linked.contact.value.turns == contact.turns
    }

    private func exchangeConversations(
        of linked: LinkedLibrary
    ) async -> ConversationExchange.Outcome? {
        guard let connection = linked.connection else { return nil }
        return await exchange(of: linked, over: connection).exchange()
    }

    /// The exchange of conversations over a connection, which has one.
    private func exchange(
        of linked: LinkedLibrary, over connection: ServerConnection
    ) -> ConversationExchange {
        conversationExchange.withLock { known in
            if let known, known.connection === connection { return known }
            var random = SystemRandomNumberGenerator()
            let made = ConversationExchange(
                store: opened.store, thumbnails: opened.thumbnails, seat: linked.seat,
                connection: connection,
                chance: Chance(random.next(), random.next())
            ) { [conversationCast] in conversationCast.update { $0 += 1 } }
            known = made
            return made
        }
    }

    private func serverThumbnails(from connection: ServerConnection) -> ServerThumbnails {
        ServerThumbnails(
            intake: intake, thumbnails: opened.thumbnails, wantedSoon: wantedSoon,
            connection: connection)
    }

    /// Passes on how things stand, at most five times a second.
    private func tellStatus(of linked: LinkedLibrary) async {
        for await _ in linked.contact.follow() {
            tellStatus()
            guard (try? await Task.sleep(for: .milliseconds(200))) != nil else { return }
        }
    }

    func tellStatus() {
        do throws(LibraryError) {
            let status = try statusNow()
            if status != syncCast.value { syncCast.send(status) }
        } catch {
            Log.shared.warning("the state of the sync: \(error)")
        }
    }
}
