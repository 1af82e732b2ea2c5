internal import CCurl
internal import Glibc

/// All transfers of a transport; lives on the engine's thread.
final class EngineLoop {
    private let multi: UnsafeMutableRawPointer
    private let configuration: TransportConfiguration
    private let engine: Engine
    private var transfers: [UInt64: Transfer] = [:]
    /// Handles whose connections and memory the next transfers use.
    private var spare: [UnsafeMutableRawPointer] = []
    private var isStopped = false

    init(
        _ multi: UnsafeMutableRawPointer, _ configuration: TransportConfiguration,
        _ engine: Engine
    ) {
        self.multi = multi
        self.configuration = configuration
        self.engine = engine
        carousel_curl_set_multi(multi, CURLMOPT_MAXCONNECTS, configuration.keptConnections)
        carousel_curl_set_multi(
            multi, CURLMOPT_MAX_HOST_CONNECTIONS, configuration.connectionsPerHost)
    }

    func run() {
        while true {
            for order in engine.takeOrders() { carry(out: order) }
            if isStopped { break }
            var running: Int32 = 0
            curl_multi_perform(multi, &running)
            let hasEnded = endFinished()
            let wait = endOverdue()
            // What waits for a place may begin now.
            if hasEnded { continue }
            // Wakes earlier for the network, a bell, or a timer of libcurl's.
            curl_multi_poll(multi, nil, 0, wait, nil)
        }
        for transfer in transfers.values { end(transfer, .failure(.closed), keep: false) }
        for order in engine.end() {
            if case .start(let exchange) = order { exchange.finish(.failure(.closed)) }
        }
        for easy in spare { curl_easy_cleanup(easy) }
        curl_multi_cleanup(multi)
    }

    private func carry(out order: Engine.Order) {
        switch order {
        case .start(let exchange): start(exchange)
        case .cancel(let id):
            if let transfer = transfers[id] { end(transfer, .failure(.cancelled), keep: false) }
        case .goOnReceiving(let id): transfers[id]?.goOn(receiving: true)
        case .goOnSending(let id): transfers[id]?.goOn(receiving: false)
        case .stop: isStopped = true
        }
    }

    private func start(_ exchange: Exchange) {
        guard let easy = spare.popLast() ?? curl_easy_init() else {
            exchange.finish(.failure(.system("libcurl has no memory")))
            return
        }
        let transfer = Transfer(exchange, easy, now: MonotonicClock.now)
        transfer.prepare(configuration)
        transfers[exchange.id] = transfer
        guard curl_multi_add_handle(multi, easy) == CURLM_OK else {
            end(transfer, .failure(.system("libcurl took no further request")), keep: false)
            return
        }
    }

    /// Ends what libcurl has done; whether there was any.
    private func endFinished() -> Bool {
        var hasEnded = false
        var result = CURLE_OK
        while let easy = carousel_curl_next_ended(multi, &result) {
            hasEnded = true
            guard let context = carousel_curl_context(easy) else { continue }
            let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
            let outcome: Result<Void, TransportError> =
                result == CURLE_OK ? .success(()) : .failure(transfer.error(of: result))
            end(transfer, outcome, keep: result == CURLE_OK)
        }
        return hasEnded
    }

    /// Ends what has taken too long, and says for how many milliseconds
    /// nothing else can. There are as many transfers as requests under way.
    private func endOverdue() -> Int32 {
        let now = MonotonicClock.now
        var next = Int64(3_600_000)
        for transfer in transfers.values {
            guard let (deadline, limit) = transfer.deadline else { continue }
            if deadline <= now {
                end(transfer, .failure(.timedOut(limit)), keep: false)
            } else {
                next = min(next, deadline - now)
            }
        }
        return Int32(next)
    }

    private func end(
        _ transfer: Transfer, _ result: Result<Void, TransportError>, keep: Bool
    ) {
        transfers[transfer.exchange.id] = nil
        curl_multi_remove_handle(multi, transfer.easy)
        transfer.release()
        if keep, spare.count < configuration.keptConnections {
            curl_easy_reset(transfer.easy)
            spare.append(transfer.easy)
        } else {
            curl_easy_cleanup(transfer.easy)
        }
        transfer.exchange.finish(result)
    }
}

/// Milliseconds that no change of the wall clock moves.
enum MonotonicClock {
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
