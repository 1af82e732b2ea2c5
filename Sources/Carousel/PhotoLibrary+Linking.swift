import Foundation
import HTTPTransport
public import Photos
import Store

extension PhotoLibrary {
    /// Links the library with an account on a server: logs in, keeps the
    /// token, and from then on what is in the library and what is done to it
    /// goes there, as soon as somebody syncs.
    ///
    /// - Parameters:
    ///   - certificate: a file with the authority, or the certificate itself,
    ///     of a server that the system does not trust; it is copied.
    ///   - device: the name that this device goes by.
    public func link(
        to address: ServerAddress, user: String, password: String,
        certificate: FilePath? = nil, device: String
    ) async throws(LibraryError) {
        let request = LinkRequest(
            address: address, user: user, password: password, certificate: certificate,
            device: device)
        guard isOwner else {
            _ = try await OwnerConnection(directory: directory).run(.link(request))
            return
        }
        try await link(request)
    }

    func link(_ request: LinkRequest) async throws(LibraryError) {
        if let account = try account() {
            throw .server(.alreadyLinked(account.url))
        }
        let link = serverLink
        let account: ServerAccountRow
        do throws(ServerProblem) {
            account = try await link.logIn(request)
        } catch {
            await link.forget()
            throw .server(error)
        }
        try LibraryError.converting {
            try opened.store.write { transaction throws(StoreError) in
                try transaction.link(account)
            }
        }
        try openLink()
        try await intake.noteLinked()
        if wantsSync.withLock({ $0 }) { try await startSync() }
    }

    /// Takes the library off its server. Photos that are there alone leave the
    /// timeline; files and flags stay, and so do acts that were not sent, for
    /// when the account is linked again.
    public func unlink() async throws(LibraryError) {
        guard isOwner else {
            _ = try await OwnerConnection(directory: directory).run(.unlink)
            return
        }
        guard try account() != nil else { throw .server(.notLinked) }
        let linked = linked.withLock { linked in
            defer { linked = nil }
            return linked
        }
        syncLink.seat = nil
        await linked?.stop()
        try LibraryError.converting {
            try opened.store.write { transaction throws(StoreError) in
                try transaction.unlink()
            }
        }
        await serverLink.forget()
        syncCast.send(SyncStatus())
    }

    /// The state of the link as it changes; the latest value wins.
    public var syncStatuses: AsyncStream<SyncStatus> { syncCast.follow() }

    /// How the library and its server stand now, by what is stored and, in the
    /// process that syncs, how the last exchange went.
    public func syncStatus() async throws(LibraryError) -> SyncStatus {
        guard !isOwner, !isReader else { return try statusNow() }
        guard
            case .syncStatus(let status) = try await OwnerConnection(directory: directory)
                .run(.syncStatus)
        else { throw .owner(cause: "it answered something else") }
        return status
    }

    /// Acts and uploads that the server has not confirmed, oldest first, and
    /// those that ended with something to tell.
    public func operations() throws(LibraryError) -> [QueuedOperation] {
        guard try account() != nil else { return [] }
        let (parts, failed) = try LibraryError.converting {
            try opened.store.read { transaction throws(StoreError) in
                (try transaction.unfinishedParts(), try transaction.failedOperations())
            }
        }
        return parts.map { QueuedOperation($0) } + failed.map { QueuedOperation($0) }
    }

    /// Photos that were deleted by another device and whose files lie here.
    public func photosDeletedElsewhere() throws(LibraryError) -> [PhotoDetails] {
        try LibraryError.converting {
            try opened.store.read { transaction throws(StoreError) in
                try transaction.photosDeletedElsewhere()
            }
        }.compactMap { PhotoDetails($0) }
    }

    // MARK: The link of this process

    var serverLink: ServerLink {
        ServerLink(directory, secrets, library: opened.store.identity)
    }

    /// Makes the seat of the sync machine, when the library is linked.
    func openLink() throws(LibraryError) {
        guard isOwner, let account = try account() else { return }
        let made = LinkedLibrary(account, store: opened.store)
        linked.withLock { $0 = made }
        syncLink.seat = made.seat
    }

    func account() throws(LibraryError) -> ServerAccountRow? {
        try LibraryError.converting {
            try opened.store.read { transaction throws(StoreError) in
                try transaction.serverAccount()
            }
        }
    }

    func statusNow() throws(LibraryError) -> SyncStatus {
        guard let account = try account() else { return SyncStatus() }
        let counts = try LibraryError.converting {
            try opened.store.read { transaction throws(StoreError) in
                try transaction.syncCounts()
            }
        }
        var status = SyncStatus()
        status.server = account.url
        status.account = account.account
        status.toUpload = counts.toUpload
        status.toSend = counts.toSend
        status.onServer = counts.onServer
        status.failed = counts.failed
        status.isPausedByUser = try isSyncPaused()
        status.hold = uploadHold.withLock { $0 }
        let linked = linked.withLock { $0 }
        guard let linked, linked.isRunning, !linked.isPaused else {
            status.state = .paused
            return status
        }
        let problem = linked.contact.value.problem
        status.problem = problem?.description
        status.state =
            switch problem {
            case .some(let problem) where problem.needsUser: .needsAttention
            case .some: .offline
            case nil: isQuiet(linked) ? .upToDate : .working
            }
        return status
    }
}

extension ServerProblem {
    /// Whether nothing goes on before the user has done something.
    var needsUser: Bool {
        switch self {
        case .signedOut, .notTrusted, .noPhotoPlane, .noTokenStore, .noRoom: true
        default: false
        }
    }
}
