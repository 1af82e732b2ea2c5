import Foundation
import Glibc

/// A connection to a server on this machine, with blocking calls.
final class PlainClient {
    let descriptor: Int32

    init(port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard Self.withAddress(port, { connect(descriptor, $0, $1) }) == 0 else {
            throw BenchmarkError("no connection: \(String(cString: strerror(errno)))")
        }
        // A server that hangs must not hang the benchmark.
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    func send(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { try Self.send($0, on: descriptor) }
    }

    static func send(_ bytes: [UInt8], on descriptor: Int32) throws {
        try bytes.withUnsafeBytes { try send($0, on: descriptor) }
    }

    static func send(_ bytes: UnsafeRawBufferPointer, on descriptor: Int32) throws {
        var sent = 0
        while sent < bytes.count {
            let count = Glibc.send(
                descriptor, bytes.baseAddress?.advanced(by: sent), bytes.count - sent,
                Int32(MSG_NOSIGNAL))
            guard count > 0 else { throw BenchmarkError("the server closed the connection") }
            sent += count
        }
    }

    func send(_ text: String) throws { try send(Array(text.utf8)) }

    /// Reads one answer with a `Content-Length`. Gives the body's first
    /// bytes, and its size.
    func answer(into buffer: UnsafeMutableRawBufferPointer) throws -> (first: [UInt8], size: Int) {
        var head: [UInt8] = []
        var end: Int?
        while end == nil {
            let count = try receive(into: buffer)
            head += buffer[..<count]
            end = head.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound
            guard head.count < 1 << 22 else {
                throw BenchmarkError("an answer without end of head")
            }
        }
        guard let end else { throw BenchmarkError("an answer without head") }
        let text = String(decoding: head[..<end], as: UTF8.self).lowercased()
        guard text.hasPrefix("http/1.1 20"),
            let field = text.split(separator: "\r\n").first(where: {
                $0.hasPrefix("content-length: ")
            }), let size = Int(field.dropFirst(16))
        else { throw BenchmarkError("a strange answer: \(text)") }
        let first = Array(head[end...])
        var left = size - first.count
        while left > 0 { left -= try receive(into: buffer) }
        return (first, size)
    }

    /// One request and its answer as text.
    func ask(_ method: String, _ path: String) throws -> String {
        try send("\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return try withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 16) { buffer in
            String(decoding: try answer(into: buffer).first, as: UTF8.self)
        }
    }

    static func freePort() throws -> UInt16 {
        let probe = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(probe) }
        guard withAddress(0, { bind(probe, $0, $1) }) == 0 else {
            throw BenchmarkError("no free port")
        }
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = getsockname(probe, $0, &size)
            }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    /// Waits until somebody listens there.
    static func waitFor(_ port: UInt16) throws {
        for _ in 0..<1_000 {
            if (try? PlainClient(port: port)) != nil { return }
            poll(nil, 0, 10)
        }
        throw BenchmarkError("nobody listens on port \(port)")
    }

    private func receive(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        guard count > 0 else { throw BenchmarkError("the answer ended too soon") }
        return count
    }

    static func withAddress<Result>(
        _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
