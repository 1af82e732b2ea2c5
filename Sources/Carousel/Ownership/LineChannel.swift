import Foundation
import Glibc
import Synchronization

/// Messages over a stream socket, one JSON object a line. Reading blocks and
/// is one thread's business; any thread may send or shut.
final class LineChannel: Sendable {
    /// The longest line taken: 16 MiB, room for an act on a million photos.
    static let longestLine = 16 << 20

    private let descriptor: Int32
    private let sending = Mutex(())
    private let isShut = Atomic(false)

    /// Takes over the descriptor.
    init(descriptor: Int32) {
        self.descriptor = descriptor
        // A peer that stops reading must not hold a sender for ever.
        var limit = timeval(tv_sec: 5, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit {
        close(descriptor)
    }

    /// Ends both directions: a blocked reader sees the end of the stream.
    func shut() {
        isShut.store(true, ordering: .relaxed)
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Sends one message. False when the peer is gone or does not read; the
    /// channel is shut then.
    @discardableResult
    func send(_ message: some Encodable) -> Bool {
        guard var line = try? JSONEncoder().encode(message) else {
            preconditionFailure("a message of the owner's socket is plain data")
        }
        line.append(UInt8(ascii: "\n"))
        return sending.withLock { _ in
            var rest = line[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                if count > 0 {
                    rest = rest.dropFirst(count)
                } else if errno != EINTR {
                    shut()
                    return false
                }
            }
            return true
        }
    }

    /// Reads messages and hands each to `body` until the stream ends, a line
    /// is too long or is no message of that type.
    func readAll<Message: Decodable>(_: Message.Type, _ body: (Message) -> Void) {
        var pending: [UInt8] = []
        let room = 64 << 10
        var buffer = [UInt8](repeating: 0, count: room)
        while true {
            let count = recv(descriptor, &buffer, room, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            pending.append(contentsOf: buffer[..<count])
            while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                let line = Data(pending[..<end])
                pending.removeFirst(end + 1)
                guard let message = try? JSONDecoder().decode(Message.self, from: line) else {
                    Log.shared.warning("a line on the library's socket was not understood")
                    return
                }
                body(message)
            }
            if pending.count > Self.longestLine {
                Log.shared.warning("a line on the library's socket was too long")
                return
            }
        }
    }
}
