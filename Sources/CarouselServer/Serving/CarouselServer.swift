import DropboxAPI
import HTTPServer
import Media
public import Photos
import Synchronization

/// A server on a folder: accounts, files, feed.
public final class CarouselServer: Sendable {
    private let lock: FolderLock
    let store: FileStore
    let shelf: ThumbnailShelf
    private let book: AccountBook
    private let log: Log
    private let http: HTTPServer
    private let upkeep: Upkeep
    /// Nil where photos are not read.
    private let maker: PhotoMaker?
    private let making = Mutex<Task<Void, Never>?>(nil)
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
        shelf = try ThumbnailShelf(in: directory.path)
        maker = settings.decoder.map { [shelf] executable in
            PhotoMaker(
                store: store, shelf: shelf, executable: executable, workers: settings.decoders,
                log: log)
        }
        let metrics = Metrics()
        let statistics = StatisticsBox()
        let plan = try RoutePlan(
            store: store, shelf: shelf, maker: maker, book: book, log: log, settings: settings,
            metrics: metrics, statistics: { statistics.read() })
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
        statistics.reference.withLock { [http] in $0.server = http }
        self.store = store
        self.book = book
        self.log = log
        upkeep = Upkeep(store: store, shelf: shelf, book: book, log: log)
        guard let maker else { return }
        try await maker.noteLost()
        store.photosCame.set()
        making.withLock { $0 = Task { await maker.run() } }
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
        // Those that could not be read in passing are tried again.
        store.photosCame.set()
    }

    /// Wakes whoever waits, answers what is under way, makes everything taken
    /// durable.
    public func shutDown(within bound: Duration) async {
        log.write(.info, "shutting_down")
        store.closeHubs()
        maker?.close()
        await http.shutDown(within: bound)
        // Thousands of photos may wait to be read: they do so until the next
        // start.
        let making = making.withLock { $0 }
        making?.cancel()
        await making?.value
        await store.shutDown()
        log.write(.info, "stopped")
        log.close()
    }
}

extension CarouselServer {
    /// Where `carousel-decoder` is: beside this program, unless the
    /// environment says otherwise.
    public static var standardDecoder: FilePath { DecoderPool.standardExecutable }
}

/// Lets routes read the figures of the server that they are given to, which
/// holds them.
private final class StatisticsBox: Sendable {
    struct Reference {
        weak var server: HTTPServer?
    }

    let reference = Mutex(Reference())

    func read() -> ServerStatistics {
        reference.withLock { $0.server }?.statistics ?? ServerStatistics()
    }
}
