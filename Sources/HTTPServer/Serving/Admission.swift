import Synchronization

/// Lets connections and requests in, for all loops together.
final class Admission: Sendable {
    private let limits: ServerLimits
    private let addresses: Mutex<AddressTable>
    private let connections = Atomic<Int>(0)
    private let requests = Atomic<Int>(0)
    private let clock: any ServerClock

    init(_ configuration: ServerConfiguration) {
        limits = configuration.limits
        addresses = Mutex(AddressTable(limits: configuration.addressLimits))
        clock = configuration.clock
    }

    /// Counts a connection; false when it is one too many.
    func openConnection(_ address: IPAddress) -> Bool {
        let before = connections.wrappingAdd(1, ordering: .relaxed).oldValue
        if before < limits.connections,
            addresses.withLock({ $0.open(address, now: clock.now) })
        {
            return true
        }
        connections.wrappingSubtract(1, ordering: .relaxed)
        return false
    }

    func closeConnection(_ address: IPAddress) {
        connections.wrappingSubtract(1, ordering: .relaxed)
        addresses.withLock { $0.close(address, now: clock.now) }
    }

    /// Counts a request; gives the refusal when it is one too many.
    func beginRequest(_ client: IPAddress, now: MonotonicTime) -> RequestFailure? {
        if let wait = addresses.withLock({ $0.request(client, now: now) }) {
            return RequestFailure(
                .tooManyRequests, "Too many requests from this address. Try again later.",
                headers: ["Retry-After": Self.seconds(wait)])
        }
        guard requests.wrappingAdd(1, ordering: .relaxed).oldValue < limits.activeRequests else {
            endRequest()
            return busy
        }
        return nil
    }

    func endRequest() {
        requests.wrappingSubtract(1, ordering: .relaxed)
    }

    /// What a client is told when there is no room.
    var busy: RequestFailure {
        RequestFailure(
            .serviceUnavailable, "The server is busy. Try again later.",
            headers: ["Retry-After": Self.seconds(limits.retryAfter)])
    }

    /// Whole seconds, rounded up, at least one.
    private static func seconds(_ duration: Duration) -> String {
        String(max(1, (duration.wholeNanoseconds + 999_999_999) / 1_000_000_000))
    }
}
