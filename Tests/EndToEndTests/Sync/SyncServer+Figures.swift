import Foundation
import Glibc
import Testing

/// What the server counts itself.
extension SyncServer {
    /// Bytes of bodies that came by routes whose names begin so.
    func bytesReceived(by route: String) throws -> Int {
        try sum("carousel_bytes_total{route=\"/2/\(route)") { $0.contains("direction=\"in\"") }
    }

    /// Answers of routes whose names begin so.
    func answers(of route: String) throws -> Int {
        try sum("carousel_requests_total{route=\"/2/\(route)") { _ in true }
    }

    private func sum(_ beginning: String, _ isMeant: (Substring) -> Bool) throws -> Int {
        try figures().split(separator: "\n").filter { $0.hasPrefix(beginning) && isMeant($0) }
            .reduce(0) { $0 + (Int($1.split(separator: " ").last ?? "") ?? 0) }
    }

    private func figures() throws -> String {
        let connection = try Loopback.connect(port)
        defer { close(connection) }
        let request = "GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        _ = request.withCString { write(connection, $0, strlen($0)) }
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = read(connection, &buffer, buffer.count), count > 0 {
            text += buffer[..<count]
        }
        return String(decoding: text, as: UTF8.self)
    }
}

/// Plain sockets of this machine.
enum Loopback {
    struct Failed: Error {}

    static func connect(_ port: UInt16) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard withAddress(port, { Glibc.connect(descriptor, $0, $1) }) == 0 else {
            close(descriptor)
            throw Failed()
        }
        return descriptor
    }

    /// Listens on a port.
    static func listen(_ port: UInt16) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var on: Int32 = 1
        setsockopt(
            descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        guard withAddress(port, { bind(descriptor, $0, $1) }) == 0,
            Glibc.listen(descriptor, 64) == 0
        else {
            close(descriptor)
            throw Failed()
        }
        return descriptor
    }

    private static func withAddress(
        _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
