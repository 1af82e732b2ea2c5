import Foundation
import Glibc

extension SyncServer {
    /// Bytes of files that the server was sent since it started.
    func uploadedBytes() throws -> Int {
        try sum(of: "carousel_bytes_total", direction: "in")
    }

    /// Uploads that the server took since it started.
    func uploads() throws -> Int {
        try requests(to: "files/upload", status: "200")
            + requests(to: "files/upload_session/finish", status: "200")
    }

    /// Requests to a route that the server has answered since it started.
    func requests(to route: String, status: String? = nil) throws -> Int {
        try sum(of: "carousel_requests_total", status: status, routes: ["/2/" + route])
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
        let socket = try Loopback.connect(port)
        defer { close(socket) }
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
