import DropboxAPI
import HTTPServer
import Synchronization

/// A server on a folder: accounts, files, feed.
public final class CarouselServer: Sendable {
    private let lock: FolderLock
    let store: FileStore
    private let book: AccountBook
    private let log: Log
    private let http: HTTPServer
    private let upkeep: Upkeep
    private let isSecure: Bool

    /// Opens a server's folder; no other process may serve it meanwhile.
    public init(
        directory path: String, settings: ServerSettings, surroundings: Surroundings, log: Log
    ) async throws(ServerError) {
        let directory = try DataDirectory.open(at: path)
        lock = try directory.lockForServing()
        let store = try await FileStore(
            directory: directory, rules: settings.rules, reserve: settings.diskReserve,
            surroundings: surroundings)
        let book = try AccountBook(
            directory, surroundings, threads: try BlockingThreads("accounts", count: 1))
        let metrics = Metrics()
        let statistics = StatisticsBox()
        let plan = try RoutePlan(
            store: store, book: book, log: log, settings: settings, metrics: metrics,
            statistics: { statistics.read() })
        var configuration = ServerConfiguration(
            listeners: try settings.listeners(directory: path))
        isSecure = settings.encryption != .none
        configuration.eventLoops = settings.eventLoops
        // Room for the longest path, each character of it escaped.
        configuration.limits.headSize = Int(UInt16.max)
        configuration.limits.targetSize = 60 << 10
        configuration.trustedProxies = try settings.proxies()
        configuration.onRequestEnd = { record in
            metrics.note(record, isKnown: plan.names.contains)
            if settings.logsRequests { log.note(record) }
        }
        http = HTTPServer(configuration, router: plan.router)
        statistics.server.withLock { [http] in $0 = http }
        self.store = store
        self.book = book
        self.log = log
        upkeep = Upkeep(store: store, book: book, log: log)
    }

    /// Listens; returns when connections are accepted.
    public func start() async throws(ServerError) {
        do throws(HTTPServerError) {
            try await http.start()
        } catch {
            throw .failed(error.words)
        }
        for address in addresses {
            log.write(.info, "listening", [("address", .text(address))])
        }
    }

    /// Where it listens, as in `https://127.0.0.1:8443`, with the ports the
    /// system chose.
    public var addresses: [String] {
        http.addresses.map { (isSecure ? "https://" : "http://") + "\($0)" }
    }

    /// Forgets what is older than the rules keep, and removes what nobody
    /// needs. Call it now and then: every minute.
    public func tidy() async {
        await upkeep.run()
    }

    /// Wakes whoever waits, answers what is under way, makes everything taken
    /// durable.
    public func shutDown(within bound: Duration) async {
        log.write(.info, "shutting_down")
        store.hub.close()
        await http.shutDown(within: bound)
        await store.shutDown()
        log.write(.info, "stopped")
        log.close()
    }
}

/// Lets routes read the figures of the server that they are given to.
private final class StatisticsBox: Sendable {
    let server = Mutex<HTTPServer?>(nil)

    func read() -> ServerStatistics {
        server.withLock { $0 }?.statistics ?? ServerStatistics()
    }
}
