internal import CLinux
internal import Glibc

/// A socket that listens; closed when dropped.
final class AcceptingSocket: Sendable {
    /// What accepting gave.
    enum Accepted {
        case connection(descriptor: Int32, peer: SocketAddress)
        /// Nobody waits.
        case nothing
        /// No descriptor or memory is left: try again later.
        case exhausted
    }

    let tls: TLSContext?
    /// With the port the system chose.
    let address: SocketAddress
    private let descriptor: Int32

    init(_ listener: ServerConfiguration.Listener) throws(HTTPServerError) {
        tls = if let identity = listener.tls { try TLSContext(identity) } else { nil }
        var port = listener.address.port
        descriptor = carousel_listen(listener.address.address.bytes, &port, 4_096)
        guard descriptor >= 0 else { throw .cannotListen(listener.address, errno: errno) }
        address = SocketAddress(listener.address.address, port: port)
    }

    deinit { close(descriptor) }

    /// The tags of listeners lie above those of connections.
    static func tag(ofIndex index: Int) -> UInt64 { UInt64.max - 1 - UInt64(index) }

    static func index(ofTag tag: UInt64) -> Int? {
        tag >> 32 == UInt64(UInt32.max) ? Int(UInt64.max - 1 - tag) : nil
    }

    /// Starts to be watched by that poller.
    func watch(by poller: Poller, index: Int) -> Bool {
        poller.add(descriptor, .readable, tag: Self.tag(ofIndex: index))
    }

    /// Stops or resumes to report who waits.
    func pause(_ pause: Bool, in poller: Poller, index: Int) {
        poller.change(descriptor, to: pause ? [] : .readable, tag: Self.tag(ofIndex: index))
    }

    func accept() -> Accepted {
        withUnsafeTemporaryAllocation(byteCount: 16, alignment: 8) { address in
            var port: UInt16 = 0
            let accepted = carousel_accept(
                descriptor, address.baseAddress?.assumingMemoryBound(to: UInt8.self), &port)
            if accepted >= 0 {
                let peer = SocketAddress(
                    IPAddress(bytes: UnsafeRawBufferPointer(address)), port: port)
                return .connection(descriptor: accepted, peer: peer)
            }
            switch errno {
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted
            // Also a connection that ended before it was accepted; the next
            // one is reported again.
            default: return .nothing
            }
        }
    }
}
