import Dispatch
import Glibc
import Photos
import Synchronization

/// Answers other processes on behalf of the process that owns the library.
/// At most eight are answered at once; more wait in the socket's own queue.
final class OwnerListener: Sendable {
    /// Runs one request: any number of replies, then it returns the last.
    typealias Handler =
        @Sendable (OwnerRequest, @escaping @Sendable (OwnerReply) -> Bool) async -> OwnerReply

    private static let mostConnections = 8

    private let descriptor: Int32
    private let handler: Handler
    private let channels = Mutex<[ObjectIdentifier: LineChannel]>([:])
    // Filled by signals: one that begins full must be full when it is dropped.
    private let places = DispatchSemaphore(value: 0)

    init(in directory: LibraryDirectory, handler: @escaping Handler) throws(LibraryError) {
        descriptor = try UnixSocket.listen(in: directory)
        self.handler = handler
        for _ in 0..<Self.mostConnections { places.signal() }
        // The thread ends when `stop` shuts the socket down.
        DispatchQueue(label: "carousel.owner.accept").async { self.acceptAll() }
    }

    deinit {
        close(descriptor)
    }

    func stop() {
        shutdown(descriptor, Int32(SHUT_RDWR))
        for channel in channels.withLock({ Array($0.values) }) {
            channel.shut()
        }
    }

    private func acceptAll() {
        while true {
            places.wait()
            let connection = accept(descriptor, nil, nil)
            if connection >= 0 {
                serve(LineChannel(descriptor: connection))
                continue
            }
            places.signal()
            // EINVAL is the answer of a socket that was shut down.
            guard errno == EINTR || errno == ECONNABORTED else { return }
        }
    }

    private func serve(_ channel: LineChannel) {
        channels.withLock { $0[ObjectIdentifier(channel)] = channel }
        DispatchQueue(label: "carousel.owner.connection").async {
            var running: [Task<Void, Never>] = []
            channel.readAll(OwnerRequest.self) { request in
                running.append(
                    Task {
                        let last = await self.handler(request) { channel.send($0) }
                        channel.send(last)
                    })
            }
            // Who hangs up wants no answer any more.
            for task in running {
                task.cancel()
            }
            self.channels.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(channel)) }
            self.places.signal()
        }
    }
}
