import DropboxAPI
import Photos

/// The deciding part of the server: a value over the two stores. It has no
/// clock, draws nothing by chance and touches nothing else, so that the
/// simulation runs the same decisions as the server does.
///
/// Each call is made within one transaction of the stores. What throws
/// leaves nothing to keep: roll back. What returns is to be committed, also
/// when it returns a refusal.
public struct ServerMachine<Metadata: MetadataStore, Blobs: BlobStore> {
    public var metadata: Metadata
    public var blobs: Blobs
    public let rules: ServerRules
    /// Accounts beside the caller's whose history went on. Whoever commits
    /// tells those that wait, and empties it.
    var woken: [AccountNumber] = []

    public init(metadata: Metadata, blobs: Blobs, rules: ServerRules = ServerRules()) {
        self.metadata = metadata
        self.blobs = blobs
        self.rules = rules
    }

    /// An account's rows, for reading.
    public func view(of account: AccountNumber) -> AccountView<Metadata> {
        AccountView(metadata, account: account, rules: rules)
    }

    /// Gives an account its tree, where it has none yet.
    /// - Parameters:
    ///   - epoch: drawn once for a server's whole store.
    ///   - cursorSecret: drawn for this account.
    public mutating func openAccount(
        _ account: AccountNumber, epoch: UInt32, cursorSecret: UInt64, quota: Int64
    ) throws(ServerError) {
        guard try metadata.state(of: account) == nil else { return }
        try metadata.put(
            AccountState(epoch: epoch, cursorSecret: cursorSecret, quota: quota), of: account)
    }

    /// Sets what an account's files may hold, in bytes.
    public mutating func setQuota(
        _ quota: Int64, of account: AccountNumber
    ) throws(ServerError) {
        var state = try view(of: account).state()
        state.quota = quota
        try metadata.put(state, of: account)
    }

    /// Begins a new epoch: after the store came back from a backup. Numbers
    /// jump ahead of all that the lost time can have given, so that no
    /// revision or id ever means two things. How far is the epoch's own: one
    /// backup may be restored twice.
    /// - Parameter epoch: drawn by chance.
    public mutating func beginEpoch(
        _ epoch: UInt32, of account: AccountNumber
    ) throws(ServerError) {
        let distance = Self.epochDistance + Int64(epoch) << 8
        var state = try view(of: account).state()
        state.epoch = epoch
        state.sequence = Sequence(state.sequence.rawValue + distance)
        state.photoSequence = Sequence(state.photoSequence.rawValue + distance)
        try metadata.put(state, of: account)
    }

    /// More changes than any account makes between two backups.
    private static var epochDistance: Int64 { 1 << 40 }
}

extension ServerMachine: Sendable where Metadata: Sendable, Blobs: Sendable {}

/// Who makes a change, and when.
public struct Caller: Hashable, Sendable {
    public var account: AccountNumber
    /// For the names of conflicted copies.
    public var displayName: String
    public var now: Timestamp
    /// The name that a client of the photo plane gave the change.
    public var operation: OperationID?

    public init(
        account: AccountNumber, displayName: String, now: Timestamp,
        operation: OperationID? = nil
    ) {
        self.account = account
        self.displayName = displayName
        self.now = now
        self.operation = operation
    }
}

/// A change under way: its account's state, put back at the end.
struct Work {
    let caller: Caller
    var state: AccountState
    /// Entries that were put or taken away so far, of all parts of a batch.
    var touched = 0
    /// Contents that came or went, or that more is known of: others may have
    /// been shown them.
    var shown: [ShownContent] = []

    var account: AccountNumber { caller.account }
    var now: Timestamp { caller.now }

    /// The number of the next changed row.
    mutating func nextSequence() -> Sequence {
        state.sequence = state.sequence.next
        touched += 1
        return state.sequence
    }

    /// The number of the next changed row of the photo feed.
    mutating func nextPhotoSequence() -> Sequence {
        state.photoSequence = state.photoSequence.next
        return state.photoSequence
    }

    /// What an answer says it reached.
    var mark: FeedMark { state.mark }
}

extension ServerMachine {
    /// Reads the account's state, to be changed.
    func begin(_ caller: Caller) throws(ServerError) -> Work {
        Work(caller: caller, state: try view(of: caller.account).state())
    }

    /// Puts the account's state back, and has others see what became of
    /// photos that were shared with them.
    mutating func finish(_ work: inout Work) throws(ServerError) {
        try settleShares(&work)
        try metadata.put(work.state, of: work.account)
    }
}
