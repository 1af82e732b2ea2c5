internal import CCurl
internal import CLinux
internal import Glibc
internal import Synchronization

/// The thread that all transfers of a transport live on, as other threads
/// know it: a box for orders, and a bell.
final class Engine: Sendable {
    enum Order: Sendable {
        case start(Exchange)
        case cancel(UInt64)
        case goOnReceiving(UInt64)
        case goOnSending(UInt64)
        case stop
    }

    private struct Box: Sendable {
        var orders: [Order] = []
        var lastID: UInt64 = 0
        /// libcurl's multi handle, as bits, for `curl_multi_wakeup`, which is
        /// the one call that other threads may make. Nil when it is gone.
        var bell: UInt?
    }

    private let box: Mutex<Box>

    private init(bell: UInt) {
        box = Mutex(Box(bell: bell))
    }

    /// libcurl asks for this once, before it is used by any thread.
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK

    static func start(_ configuration: TransportConfiguration) throws(TransportError) -> Engine {
        guard isReady, let multi = curl_multi_init() else {
            throw .system("libcurl cannot be used")
        }
        let bell = UInt(bitPattern: multi)
        let engine = Engine(bell: bell)
        do throws(TransportError) {
            try startThread {
                // These are the bits of the handle above.
                let multi = UnsafeMutableRawPointer(bitPattern: bell)!
                EngineLoop(multi, configuration, engine).run()
            }
        } catch {
            curl_multi_cleanup(multi)
            throw error
        }
        return engine
    }

    /// Begins an exchange.
    func begin(_ request: OutgoingRequest) -> Exchange {
        let id = box.withLock { box in
            box.lastID += 1
            return box.lastID
        }
        let exchange = Exchange(id: id, request: request)
        post(.start(exchange))
        return exchange
    }

    /// Has the thread do something, in the order of the calls.
    func post(_ order: Order) {
        let isOver = box.withLock { box in
            guard let bell = box.bell else { return true }
            box.orders.append(order)
            // One ring is enough until the orders are fetched.
            if box.orders.count == 1 {
                curl_multi_wakeup(UnsafeMutableRawPointer(bitPattern: bell))
            }
            return false
        }
        if isOver, case .start(let exchange) = order { exchange.finish(.failure(.closed)) }
    }

    // MARK: The thread

    func takeOrders() -> [Order] {
        box.withLock { box in
            defer { box.orders = [] }
            return box.orders
        }
    }

    /// From now on nothing is done any more; gives what was not begun.
    func end() -> [Order] {
        box.withLock { box in
            box.bell = nil
            defer { box.orders = [] }
            return box.orders
        }
    }

    private final class Start {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    private static func startThread(
        _ body: @escaping @Sendable () -> Void
    ) throws(TransportError) {
        let start = Unmanaged.passRetained(Start(body))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { context in
                // The pointer is the one passed below.
                let start = Unmanaged<Start>.fromOpaque(context!).takeRetainedValue()
                pthread_setname_np(pthread_self(), "carousel-http")
                // A write to a server that has gone would end the process.
                var signals = sigset_t()
                sigemptyset(&signals)
                sigaddset(&signals, SIGPIPE)
                pthread_sigmask(SIG_BLOCK, &signals, nil)
                start.body()
                return nil
            }, start.toOpaque())
        guard code == 0 else {
            start.release()
            throw .system(String(cString: strerror(code)))
        }
        pthread_detach(thread)
    }
}
