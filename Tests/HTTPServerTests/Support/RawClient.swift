import Foundation
import Glibc

/// A client that sends exactly the bytes it is told to.
///
/// It blocks, so it is used inside `onThread` only. Nothing waits longer than
/// `patience`.
final class RawClient {
    /// What came back for one request.
    struct Reply: Equatable {
        var status: Int
        var headers: [String: String]
        var body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// Why there is no reply.
    enum Failure: Error {
        case cannotConnect(Int32)
        case noReplyInTime
        case closed
        case malformed(String)
    }

    static let patience: Int32 = 20_000

    let descriptor: Int32
    private var received: [UInt8] = []
    private var taken = 0

    /// A client with a socket that is not yet connected.
    init(from source: UInt32 = 0x7F00_0001, receiveBuffer: Int32? = nil) throws {
        // Other tests start processes, which must not keep it open.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        descriptor = socket(AF_INET, kind, 0)
        if var receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, 4)
        }
        var local = Self.address(source, 0)
        guard Self.withAddress(&local, { bind(descriptor, $0, $1) }) == 0 else {
            throw Failure.cannotConnect(errno)
        }
    }

    /// A connected client.
    convenience init(
        port: UInt16, from source: UInt32 = 0x7F00_0001, receiveBuffer: Int32? = nil
    ) throws {
        try self.init(from: source, receiveBuffer: receiveBuffer)
        try connect(to: port)
    }

    func connect(to port: UInt16) throws {
        var remote = Self.address(0x7F00_0001, port)
        guard Self.withAddress(&remote, { Glibc.connect(descriptor, $0, $1) }) == 0 else {
            throw Failure.cannotConnect(errno)
        }
    }

    deinit { close(descriptor) }

    func send(_ text: String) {
        send(Array(text.utf8))
    }

    /// Sends all of it, or as much as the server takes before it closes.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Int {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(
                    descriptor, $0.baseAddress! + sent, $0.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 || errno == EINTR else { break }
            sent += max(0, count)
        }
        return sent
    }

    /// Sends as much as fits without waiting; gives how much that was.
    func sendWithoutWaiting(_ bytes: [UInt8]) -> Int {
        max(0, Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT)))
    }

    /// Ends the client's direction.
    func endSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Closes with a reset instead of an end.
    func reset() {
        var hard = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &hard, socklen_t(MemoryLayout<linger>.size))
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// One read of what is there; nil at the end of the connection.
    func read(upTo count: Int = 64 << 10) throws -> [UInt8]? {
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // A process that was stopped and goes on is interrupted in its calls.
        var ready = Glibc.poll(&poll, 1, Self.patience)
        while ready < 0, errno == EINTR { ready = Glibc.poll(&poll, 1, Self.patience) }
        guard ready > 0 else { throw Failure.noReplyInTime }
        var bytes = [UInt8](repeating: 0, count: count)
        let got = recv(descriptor, &bytes, count, 0)
        return got > 0 ? Array(bytes.prefix(got)) : nil
    }

    /// Everything up to the end of the connection.
    func readToEnd() throws -> [UInt8] {
        while let bytes = try read() { received += bytes }
        return try take(received.count - taken)
    }

    /// Whether the server has nothing more to say and closes.
    func isClosedByServer() throws -> Bool {
        try taken == received.count && read() == nil
    }

    /// Reads one reply.
    ///
    /// - Parameter toHead: replies to HEAD have no body.
    func reply(toHead: Bool = false) throws -> Reply {
        let head = try take(through: Array("\r\n\r\n".utf8))
        var lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
        let status = lines.removeFirst().split(separator: " ")
        guard status.count >= 2, let code = Int(status[1]) else {
            throw Failure.malformed(String(decoding: head, as: UTF8.self))
        }
        var headers: [String: String] = [:]
        for line in lines where !line.isEmpty {
            let parts = line.split(separator: ":", maxSplits: 1)
            headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        var reply = Reply(status: code, headers: headers, body: [])
        guard !toHead, code >= 200, code != 204, code != 304 else { return reply }
        if headers["transfer-encoding"] == "chunked" {
            reply.body = try takeChunks()
        } else if let length = headers["content-length"].flatMap({ Int($0) }) {
            reply.body = try take(length)
        } else {
            reply.body = try readToEnd()
        }
        return reply
    }

    private func takeChunks() throws -> [UInt8] {
        var body: [UInt8] = []
        while true {
            let line = try take(through: Array("\r\n".utf8))
            let text = String(decoding: line.dropLast(2), as: UTF8.self)
            guard let size = Int(text, radix: 16) else { throw Failure.malformed(text) }
            let chunk = try take(size + 2)
            guard chunk.suffix(2) == Array("\r\n".utf8)[...] else { throw Failure.malformed(text) }
            if size == 0 { return body }
            body += chunk.dropLast(2)
        }
    }

    private func take(through mark: [UInt8]) throws -> [UInt8] {
        while true {
            if let end = received[taken...].firstRange(of: mark)?.upperBound {
                return try take(end - taken)
            }
            try receiveMore()
        }
    }

    private func take(_ count: Int) throws -> [UInt8] {
        while received.count - taken < count { try receiveMore() }
        let bytes = Array(received[taken..<taken + count])
        taken += count
        if taken > received.count / 2 {
            received.removeFirst(taken)
            taken = 0
        }
        return bytes
    }

    private func receiveMore() throws {
        guard let bytes = try read() else { throw Failure.closed }
        received += bytes
    }

    private static func address(_ host: UInt32, _ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = host.bigEndian
        return address
    }

    private static func withAddress<Result>(
        _ address: inout sockaddr_in, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}

/// Runs something that blocks on a thread of its own, since the tests share
/// Swift's few threads with handlers.
func onThread<Result: Sendable>(
    _ work: @escaping @Sendable () throws -> Result
) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        let thread = Thread {
            continuation.resume(with: Swift.Result { try work() })
        }
        thread.stackSize = 1 << 20
        thread.start()
    }
}
