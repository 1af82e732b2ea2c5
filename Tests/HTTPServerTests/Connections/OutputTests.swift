import TestSupport
import Testing

@testable import HTTPServer

@Suite struct OutputTests {
    @Test(arguments: Seeds.first(30))
    func queueGivesOutWhatWentIn(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let folder = try TemporaryFolder()
        let content = (0..<200).map { UInt8($0) }
        let file = try OpenFile(path: try folder.write(content, to: "file"))
        var queue = OutputQueue()
        var (expected, given, waiting): ([UInt8], [UInt8], Int) = ([], [], 0)
        for _ in 0..<800 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                let bytes = (0..<Int.random(in: 0..<20, using: &random)).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                }
                queue.append(bytes[...])
                expected += bytes
                waiting += bytes.count
            case 1:
                let start = Int.random(in: 0...200, using: &random)
                let end = Int.random(in: start...200, using: &random)
                queue.append(file, Int64(start)..<Int64(end))
                expected += content[start..<end]
            default:
                guard let first = queue.first else { break }
                let piece: [UInt8]
                switch first {
                case .bytes(let bytes): piece = Array(bytes)
                case .file(_, let range):
                    piece = Array(content[Int(range.lowerBound)..<Int(range.upperBound)])
                }
                let count = Int.random(in: 1...piece.count, using: &random)
                given += piece.prefix(count)
                if case .bytes = first { waiting -= count }
                queue.sent(count)
            }
            #expect(queue.byteCount == waiting)
            #expect(queue.isEmpty == (queue.first == nil))
            #expect(expected.starts(with: given))
            #expect(queue.isEmpty == (expected.count == given.count))
        }
    }

    @Test(arguments: [
        (
            HTTPStatus.ok, HTTPVersion.http11, true, ResponseHeadEncoder.Framing.sized(1_234_567),
            "HTTP/1.1 200 OK\r\nD\r\nContent-Length: 1234567\r\nA: b\r\n\r\n"
        ),
        (
            .ok, .http10, true, .sized(0),
            "HTTP/1.1 200 OK\r\nD\r\nContent-Length: 0\r\nConnection: keep-alive\r\nA: b\r\n\r\n"
        ),
        (
            .noContent, .http11, false, .none,
            "HTTP/1.1 204 No Content\r\nD\r\nConnection: close\r\nA: b\r\n\r\n"
        ),
        (
            .ok, .http11, true, .chunked,
            "HTTP/1.1 200 OK\r\nD\r\nTransfer-Encoding: chunked\r\nA: b\r\n\r\n"
        ),
    ])
    func headIsWritten(
        status: HTTPStatus, version: HTTPVersion, keepsAlive: Bool,
        framing: ResponseHeadEncoder.Framing, text: String
    ) {
        var bytes: [UInt8] = []
        ResponseHeadEncoder.encode(
            status, ["A": "b"], framing, version: version, keepsAlive: keepsAlive,
            date: Array("D\r\n".utf8), into: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == text)
    }

    @Test func connectionNamesAreNotUsedTwice() throws {
        var table = ConnectionTable()
        func make(_ id: ConnectionID) -> Connection {
            Connection(
                id: id, peer: SocketAddress(.loopback, port: 1),
                transport: Transport(owning: -1, tls: nil),
                parser: RequestParser(limits: ParserLimits(ServerLimits())), isCounted: true)
        }
        let first = table.insert(make)
        #expect(table[first.id] === first)
        table.remove(first.id)
        #expect(table[first.id] == nil)
        let second = table.insert(make)
        #expect(second.id.slot == first.id.slot)
        #expect(second.id != first.id)
        #expect(table[first.id] == nil)
        table.remove(first.id)
        #expect(table.count == 1)
        #expect(table.all.count == 1)
    }
}
