import Foundation
import Glibc

extension SyncServer {
    /// Bytes of files that the server was sent since it started.
    func uploadedBytes() throws -> Int {
        try sum(of: "carousel_bytes_total", direction: "in")
    }

    /// Uploads that the server took since it started.
    func uploads() throws -> Int {
        try sum(of: "carousel_requests_total", status: "200", routes: ["/2/files/upload"])
            + sum(
                of: "carousel_requests_total", status: "200",
                routes: ["/2/files/upload_session/finish"])
    }

    private func sum(
        of figure: String, direction: String? = nil, status: String? = nil,
        routes: [String] = [
            "/2/files/upload", "/2/files/upload_session/start",
            "/2/files/upload_session/append_v2", "/2/files/upload_session/finish",
        ]
    ) throws -> Int {
        var sum = 0
        for line in try metrics() where line.hasPrefix(figure + "{") {
            guard routes.contains(where: { line.contains("route=\"\($0)\"") }),
                direction.map({ line.contains("direction=\"\($0)\"") }) ?? true,
                status.map({ line.contains("status=\"\($0)\"") }) ?? true
            else { continue }
            sum += Int(line.split(separator: " ").last ?? "") ?? 0
        }
        return sum
    }

    private func metrics() throws -> [String] {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, size)
            }
        }
        guard code == 0 else { throw DidNotStart() }
        var wait = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
        let request = Array(
            "GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
        guard send(socket, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
            throw DidNotStart()
        }
        var answer: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while case let count = recv(socket, &piece, piece.count, 0), count > 0 {
            answer += piece.prefix(count)
        }
        return String(decoding: answer, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
