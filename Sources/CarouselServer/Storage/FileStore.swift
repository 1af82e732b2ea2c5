import DropboxAPI
import Synchronization

/// Everything a server keeps about files: rows, blobs, the one writer, the
/// readers, and those who wait for changes.
final class FileStore: Sendable {
    let directory: DataDirectory
    let blobs: BlobFolder
    let commits: CommitQueue
    let readers: Readers
    let hub: ChangeHub
    /// Where those wait who follow photos.
    let photoHub: ChangeHub
    /// Set when photos or sidecars may have come that nobody has read yet.
    let photosCame = Signal()
    let leases = SessionLeases()
    let rules: ServerRules
    let surroundings: Surroundings
    /// For bodies of uploads and long reads.
    let threads: BlockingThreads
    private let checkpoints: Checkpoints
    /// Accounts known to have their tree, with the quota it was given.
    private let opened = Mutex<[AccountNumber: Int64]>([:])
    private let epoch: UInt32

    init(
        directory: DataDirectory, rules: ServerRules, reserve: Int64, surroundings: Surroundings
    ) async throws(ServerError) {
        self.directory = directory
        self.rules = rules
        self.surroundings = surroundings
        blobs = BlobFolder(
            path: directory.path,
            space: DiskSpace(reserve: reserve) { [path = directory.path] () throws(ServerError) in
                try FileSystem.freeBytes(at: path)
            }, writeBehind: try WriteBehind(threads: 4))
        try blobs.prepare()
        try directory.bringUpToDate()
        hub = ChangeHub()
        photoHub = ChangeHub()
        threads = try BlockingThreads("files", count: 24)
        checkpoints = try Checkpoints(directory: directory)
        readers = Readers(directory: directory)
        commits = try CommitQueue(
            directory: directory, blobs: blobs, rules: rules,
            onDurable: { [readers] in readers.noteCommit() },
            onCommit: { [hub, photoHub, photosCame] account, state in
                photoHub.wake(account, upTo: state.photoSequence)
                if hub.wake(account, upTo: state.sequence) { photosCame.set() }
            },
            beforeLongLog: { [readers, checkpoints] connection in
                readers.giveUpViews()
                checkpoints.copy(on: connection)
            },
            onLog: { [checkpoints] in checkpoints.noteLog(pages: $0) })
        epoch = try await Restoration(commits, directory, surroundings).epoch()
        try await commits.perform { machine throws(ServerError) in
            if try machine.metadata.clock() == nil {
                try machine.metadata.noteClock(surroundings.now())
            }
        }
        try await PhotoRebuild(commits: commits, surroundings: surroundings).runWhereNeeded()
        let collector = Collector(directory: directory, folder: blobs)
        // Before anybody can begin a session.
        try await commits.performAlone { machine throws(ServerError) in
            try collector.sweepSessions(machine.metadata)
        }
    }

    /// Reads one account's rows, in one consistent view.
    func view<Value>(
        of account: AccountNumber,
        _ body: (AccountView<SQLiteMetadata>) throws(ServerError) -> Value
    ) throws(ServerError) -> Value {
        try readers.read { metadata throws(ServerError) in
            try body(AccountView(metadata, account: account, rules: rules))
        }
    }

    /// Whether a user's account has its tree and its present quota.
    func isOpen(_ user: User) -> Bool {
        opened.withLock { $0[user.account] } == user.quota
    }

    /// Makes sure that a user's account has its tree and its present quota.
    func open(_ user: User) async throws(ServerError) {
        guard !isOpen(user) else { return }
        let secret = surroundings.randomNumber()
        try await commits.perform { [epoch] machine throws(ServerError) in
            try machine.openAccount(
                user.account, epoch: epoch, cursorSecret: secret, quota: user.quota)
            try machine.setQuota(user.quota, of: user.account)
        }
        opened.withLock { $0[user.account] = user.quota }
    }

    /// Forgets that an account was opened: its user is gone.
    func close(_ account: AccountNumber) {
        opened.withLock { $0[account] = nil }
        hub.remove(account)
        photoHub.remove(account)
    }

    /// Ends all waits.
    func closeHubs() {
        hub.close()
        photoHub.close()
    }

    /// Ends all waits and makes everything taken durable.
    func shutDown() async {
        closeHubs()
        await commits.close()
        checkpoints.close()
    }
}
