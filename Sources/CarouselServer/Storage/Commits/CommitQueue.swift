import SQLite
import Synchronization

/// The one writer of `files.db`: a thread that takes all changes that wait
/// and commits them together, so that many uploaders share each wait for the
/// disk. A change is answered when it is durable, bytes and rows.
final class CommitQueue: Sendable {
    typealias Machine = ServerMachine<SQLiteMetadata, BlobTransaction>

    /// Changes that one transaction takes.
    private static let batch = 64

    private let jobs: BlockingQueue<CommitJob>
    private let ended = Mutex<(isEnded: Bool, waiter: CheckedContinuation<Void, Never>?)>(
        (false, nil))

    /// - Parameters:
    ///   - onDurable: called after each commit, before anybody is told of it.
    ///   - onCommit: told of accounts that a transaction may have changed,
    ///     each as it is then.
    ///   - beforeLongLog: called before a transaction begins while the log is
    ///     long, with the writer's connection.
    ///   - onLog: told of the log's length in pages, to checkpoint it.
    init(
        directory: DataDirectory, blobs: BlobFolder, rules: ServerRules,
        onDurable: @escaping @Sendable () -> Void,
        onCommit: @escaping @Sendable (AccountNumber, AccountState) -> Void,
        beforeLongLog: @escaping @Sendable (Connection) -> Void,
        onLog: @escaping @Sendable (Int) -> Void
    ) throws(ServerError) {
        jobs = BlockingQueue()
        let opened = Mutex<ServerError?>(nil)
        let isOpen = BlockingQueue<Bool>()
        try ServerThread.start("commits") { [jobs, self] in
            do throws(ServerError) {
                let connection = try directory.openFiles(forWriting: true)
                isOpen.put(true)
                let machine = Machine(
                    metadata: SQLiteMetadata(connection), blobs: BlobTransaction(blobs),
                    rules: rules)
                var commits = Commits(
                    connection: connection, machine: machine, onDurable: onDurable)
                while true {
                    let batch = jobs.take(upTo: Self.batch)
                    guard !batch.isEmpty else { break }
                    if connection.logPages >= 2 * Checkpoints.threshold {
                        // The copying beside the writer never catches up with
                        // one that does not rest.
                        beforeLongLog(connection)
                    }
                    for (account, state) in commits.run(batch) { onCommit(account, state) }
                    onLog(connection.logPages)
                }
            } catch {
                opened.withLock { $0 = error }
                isOpen.put(false)
            }
            end()
        }
        guard isOpen.take(upTo: 1) == [true] else {
            throw opened.withLock { $0 } ?? .failed("the writer did not start")
        }
    }

    /// Makes a change and returns when it is durable.
    func perform<Value: Sendable>(
        _ account: AccountNumber? = nil,
        _ body: @escaping @Sendable (inout Machine) throws(ServerError) -> Value
    ) async throws(ServerError) -> Value {
        let result: Result<Value, ServerError> = await withCheckedContinuation { waiter in
            let job = CommitJob(account: account, body: body) { waiter.resume(returning: $0) }
            if !jobs.put(job) {
                waiter.resume(returning: .failure(.failed("the server is shutting down")))
            }
        }
        return try result.get()
    }

    /// Does something on the writer's thread while no transaction is open:
    /// what it sees is committed, and nothing is committed meanwhile.
    func performAlone<Value: Sendable>(
        _ body: @escaping @Sendable (inout Machine) throws(ServerError) -> Value
    ) async throws(ServerError) -> Value {
        let result: Result<Value, ServerError> = await withCheckedContinuation { waiter in
            let job = CommitJob(account: nil, isAlone: true, body: body) {
                waiter.resume(returning: $0)
            }
            if !jobs.put(job) {
                waiter.resume(returning: .failure(.failed("the server is shutting down")))
            }
        }
        return try result.get()
    }

    /// Takes no more changes and returns when those taken are durable.
    func close() async {
        jobs.close()
        await withCheckedContinuation { waiter in
            let isEnded = ended.withLock { ended in
                if !ended.isEnded { ended.waiter = waiter }
                return ended.isEnded
            }
            if isEnded { waiter.resume() }
        }
    }

    private func end() {
        let waiter = ended.withLock { ended in
            ended.isEnded = true
            return ended.waiter
        }
        waiter?.resume()
    }
}

/// One change that waits: how to make it, and whom to tell.
struct CommitJob: Sendable {
    let account: AccountNumber?
    /// Whether it runs outside of any transaction.
    let isAlone: Bool
    /// Makes the change; false when it was refused and is to be rolled back.
    let run: @Sendable (inout CommitQueue.Machine) -> Bool
    /// Gives the caller the result, or that error in its stead.
    let end: @Sendable (ServerError?) -> Void

    init<Value: Sendable>(
        account: AccountNumber?, isAlone: Bool = false,
        body: @escaping @Sendable (inout CommitQueue.Machine) throws(ServerError) -> Value,
        answer: @escaping @Sendable (Result<Value, ServerError>) -> Void
    ) {
        self.account = account
        self.isAlone = isAlone
        let cell = ResultCell<Value>()
        run = { machine in
            do throws(ServerError) {
                let value = try body(&machine)
                cell.result.withLock { $0 = .success(value) }
                return true
            } catch {
                cell.result.withLock { $0 = .failure(error) }
                return false
            }
        }
        end = { error in
            if let error { return answer(.failure(error)) }
            answer(cell.result.withLock { $0 } ?? .failure(.failed("a change was not made")))
        }
    }
}

private final class ResultCell<Value: Sendable>: Sendable {
    let result = Mutex<Result<Value, ServerError>?>(nil)
}
