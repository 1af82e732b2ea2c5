import Foundation
import Glibc

/// One connection that calls routes of the wire, with blocking calls.
final class WireClient {
    private let connection: PlainClient
    private let token: String
    private let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: 1 << 20, alignment: 64)

    init(port: UInt16, token: String) throws {
        connection = try PlainClient(port: port)
        self.token = token
    }

    deinit { buffer.deallocate() }

    /// Calls a route with JSON both ways. Gives the body.
    func rpc(_ route: String, _ argument: String) throws -> [UInt8] {
        try connection.send(
            "POST /2/\(route) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n"
                + "Content-Type: application/json\r\nContent-Length: \(argument.utf8.count)\r\n"
                + "\r\n\(argument)")
        return try answer()
    }

    /// Calls a route with bytes in the body, which `send` sends.
    func upload(
        _ route: String, _ argument: String, length: Int,
        _ send: (PlainClient) throws -> Void
    ) throws -> [UInt8] {
        try connection.send(
            "POST /2/\(route) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n"
                + "Dropbox-API-Arg: \(argument)\r\nContent-Type: application/octet-stream\r\n"
                + "Content-Length: \(length)\r\n\r\n")
        try send(connection)
        return try answer()
    }

    /// The text of a field of a JSON body that is written as this server
    /// writes it; nil when there is none.
    static func field(_ name: String, of body: [UInt8]) -> String? {
        let text = String(decoding: body.suffix(20_000), as: UTF8.self)
        guard let start = text.range(of: "\"\(name)\":\"", options: .backwards) else {
            return nil
        }
        return text[start.upperBound...].split(separator: "\"").first.map(String.init)
    }

    private func answer() throws -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let end = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound
            if let end {
                let head = String(decoding: bytes[..<end], as: UTF8.self)
                guard head.hasPrefix("HTTP/1.1 20"),
                    let field = head.split(separator: "\r\n").first(where: {
                        $0.hasPrefix("Content-Length: ")
                    }), let length = Int(field.dropFirst(16))
                else { throw BenchmarkError("a strange answer: \(head)") }
                bytes.removeSubrange(..<end)
                bytes.reserveCapacity(length)
                while bytes.count < length { try receive(into: &bytes) }
                return bytes
            }
            try receive(into: &bytes)
        }
    }

    private func receive(into bytes: inout [UInt8]) throws {
        let count = recv(connection.descriptor, buffer.baseAddress, buffer.count, 0)
        guard count > 0 else { throw BenchmarkError("the answer ended too soon") }
        bytes.append(contentsOf: buffer[..<count])
    }
}
