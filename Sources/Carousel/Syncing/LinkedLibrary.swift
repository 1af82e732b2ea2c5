import HTTPTransport
import Photos
import Store
import Sync
import Synchronization

/// A library's link with a server: the machine's seat, always, and the driver,
/// as long as this process is to sync.
final class LinkedLibrary: Sendable {
    let account: ServerAccountRow
    let seat: SyncSeat
    let contact = Broadcast(SyncContact())
    private let turns: AsyncStream<[Action]>
    private let turning: AsyncStream<[Action]>.Continuation
    private let running = Mutex<Running?>(nil)

    private struct Running: Sendable {
        var connection: ServerConnection
        var driver: SyncDriver
        var tasks: [Task<Void, Never>]
    }

    init(_ account: ServerAccountRow, store: LibraryStore) {
        self.account = account
        let (turns, turning) = AsyncStream.makeStream(of: [Action].self)
        self.turns = turns
        self.turning = turning
        let contact = contact
        var random = SystemRandomNumberGenerator()
        let desk = SyncDesk(store: store, chance: Chance(random.next(), random.next()))
        seat = SyncSeat(desk) { actions in
            turning.yield(actions)
            // Who follows the state looks again.
            contact.update { $0.turns += 1 }
        }
        seat.setPaused(true)
    }

    var isPaused: Bool { seat.isPaused }

    var isRunning: Bool { running.withLock { $0 != nil } }

    /// The server, while this process syncs.
    var connection: ServerConnection? { running.withLock { $0?.connection } }

    /// Begins to sync; nothing when it does already.
    ///
    /// - Parameters:
    ///   - client: calls the server.
    ///   - helpers: run beside the driver and end with it.
    ///   - isPausedByUser: whether nothing is to be sent before `resume`.
    func start(
        _ client: WireClient, store: LibraryStore, disk: any SyncDisk,
        helpers: [@Sendable (ServerConnection) async -> Void], isPausedByUser: Bool
    ) async {
        guard !isRunning else { return }
        let connection = ServerConnection(client: client)
        let driver = SyncDriver(
            store: store, seat: seat, connection: connection, disk: disk, contact: contact)
        let turns = turns
        var tasks = [Task { await driver.run(turns) }]
        for helper in helpers { tasks.append(Task { await helper(connection) }) }
        running.withLock { [tasks] running in
            running = Running(connection: connection, driver: driver, tasks: tasks)
        }
        seat.setPaused(isPausedByUser)
        await driver.tell([.online])
    }

    /// Uploads wait, or go on. One that has begun ends.
    func holdUploads(_ isHolding: Bool) async {
        seat.setHoldingUploads(isHolding)
        if !isHolding { await running.withLock({ $0 })?.driver.tell([.online]) }
    }

    /// Goes on after a pause, or after the network came back.
    func resume() async {
        seat.setPaused(false)
        await running.withLock({ $0 })?.driver.tell([.online])
    }

    /// Sends nothing more; what is under way ends as it may.
    func pause() {
        seat.setPaused(true)
    }

    /// Ends all requests. What they would have brought is asked for again by
    /// whoever syncs next.
    func stop() async {
        let running = running.withLock { running in
            defer { running = nil }
            return running
        }
        seat.setPaused(true)
        turning.finish()
        guard let running else { return }
        await running.driver.stop()
        running.connection.close()
        for task in running.tasks {
            task.cancel()
            await task.value
        }
        contact.finish()
    }
}
