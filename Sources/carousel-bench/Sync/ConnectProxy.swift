import Foundation
import Glibc

/// A proxy for programs with built-in host names: whatever host they ask for,
/// they get a port of this machine. Two threads for each connection copy.
final class ConnectProxy {
    let port: UInt16
    private let listener: Int32

    /// - Parameter target: where all connections go.
    init(to target: UInt16) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        self.listener = listener
        port = try PlainClient.freePort()
        guard listener >= 0, PlainClient.withAddress(port, { bind(listener, $0, $1) }) == 0,
            listen(listener, 16) == 0
        else { throw BenchmarkError("no port for the proxy") }
        Thread.detachNewThread {
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                Thread.detachNewThread { Self.serve(client, target) }
            }
        }
    }

    /// What was connected ends with its programs.
    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    private static func serve(_ client: Int32, _ target: UInt16) {
        defer { close(client) }
        var head: [UInt8] = []
        var byte: UInt8 = 0
        while !head.ends(with: Array("\r\n\r\n".utf8)) {
            guard head.count < 16_384, read(client, &byte, 1) == 1 else { return }
            head.append(byte)
        }
        guard head.starts(with: Array("CONNECT ".utf8)),
            let server = try? PlainClient(port: target),
            (try? PlainClient.send(Array("HTTP/1.1 200 OK\r\n\r\n".utf8), on: client)) != nil
        else { return }
        var on: Int32 = 1
        for descriptor in [client, server.descriptor] {
            setsockopt(
                descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on,
                socklen_t(MemoryLayout<Int32>.size))
        }
        let descriptor = server.descriptor
        let back = Thread { copy(from: descriptor, to: client) }
        back.start()
        copy(from: client, to: descriptor)
        // The descriptors are closed when both ways have ended.
        while !back.isFinished { usleep(1_000) }
        withExtendedLifetime(server) {}
    }

    private static func copy(from source: Int32, to sink: Int32) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 64)
        defer { buffer.deallocate() }
        while true {
            let count = read(source, buffer.baseAddress, buffer.count)
            guard count > 0 else { break }
            let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            guard (try? PlainClient.send(piece, on: sink)) != nil else { break }
        }
        shutdown(sink, Int32(SHUT_WR))
    }
}

extension Array<UInt8> {
    fileprivate func ends(with other: [UInt8]) -> Bool { suffix(other.count).elementsEqual(other) }
}
