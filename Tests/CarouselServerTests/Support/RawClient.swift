import Foundation
import Glibc

/// One answer as it came.
struct RawAnswer {
    var status: Int
    var headers: [(String, String)]
    var body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }

    subscript(name: String) -> String? {
        headers.first { $0.0.lowercased() == name.lowercased() }?.1
    }

    /// The JSON body's `error_summary`; nil when there is none.
    var summary: String? {
        let object = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
        return object?["error_summary"] as? String
    }

    /// The JSON body as an object; empty when it is none.
    var object: [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]) ?? [:]
    }
}

/// A connection that sends exactly what a test wants, and blocks.
final class RawClient {
    struct Broken: Error {}

    private let descriptor: Int32
    private var buffer: [UInt8] = []

    init(port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else { throw Broken() }
        var wait = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    func send(_ bytes: some Collection<UInt8>) throws {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 || errno == EINTR else { throw Broken() }
            rest = rest.dropFirst(max(0, count))
        }
    }

    /// Sends a request and reads its answer.
    func call(
        _ method: String = "POST", _ path: String, _ headers: [(String, String)] = [],
        _ body: [UInt8] = []
    ) throws -> RawAnswer {
        var head = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        if method != "GET" { head += "Content-Length: \(body.count)\r\n" }
        try send(Array((head + "\r\n").utf8) + body)
        return try answer(hasBody: method != "HEAD")
    }

    /// Reads one answer.
    func answer(hasBody: Bool = true) throws -> RawAnswer {
        while true {
            if let end = buffer.firstRange(of: Array("\r\n\r\n".utf8)) {
                let head = String(decoding: buffer[..<end.lowerBound], as: UTF8.self)
                buffer.removeSubrange(..<end.upperBound)
                return try answer(head, hasBody: hasBody)
            }
            try receive()
        }
    }

    private func answer(_ head: String, hasBody: Bool) throws -> RawAnswer {
        var lines = head.components(separatedBy: "\r\n")
        let words = lines.removeFirst().split(separator: " ")
        guard words.count >= 2, let status = Int(words[1]) else { throw Broken() }
        let headers = lines.map { line -> (String, String) in
            let colon = line.firstIndex(of: ":") ?? line.endIndex
            return (
                String(line[..<colon]),
                line[colon...].dropFirst().trimmingCharacters(in: .whitespaces)
            )
        }
        var answer = RawAnswer(status: status, headers: headers, body: [])
        guard hasBody, let length = answer["Content-Length"].flatMap({ Int($0) }) else {
            return answer
        }
        while buffer.count < length { try receive() }
        answer.body = Array(buffer.prefix(length))
        buffer.removeFirst(length)
        return answer
    }

    private func receive() throws {
        var piece = [UInt8](repeating: 0, count: 65_536)
        // A process that was stopped and goes on is interrupted in its calls.
        var count = recv(descriptor, &piece, piece.count, 0)
        while count < 0, errno == EINTR { count = recv(descriptor, &piece, piece.count, 0) }
        guard count > 0 else { throw Broken() }
        buffer.append(contentsOf: piece[..<count])
    }
}

extension Array where Element == UInt8 {
    fileprivate func firstRange(of bytes: [UInt8]) -> Range<Int>? {
        guard count >= bytes.count else { return nil }
        for start in 0...(count - bytes.count) where self[start] == bytes[0] {
            if Array(self[start..<(start + bytes.count)]) == bytes {
                return start..<(start + bytes.count)
            }
        }
        return nil
    }
}
