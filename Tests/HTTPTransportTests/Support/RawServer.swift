import Foundation
import Glibc

/// Answers the first connection with exactly these bytes and closes it.
final class RawServer: Sendable {
    let port: UInt16

    struct Failure: Error {}

    init(answering text: String) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isReady = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 4) == 0
                    && getsockname(listener, $0, &size) == 0
            }
        }
        guard isReady else { throw Failure() }
        port = UInt16(bigEndian: address.sin_port)
        Thread {
            let connection = accept(listener, nil, nil)
            var request = [UInt8](repeating: 0, count: 4096)
            _ = recv(connection, &request, request.count, 0)
            _ = Glibc.send(connection, text, text.utf8.count, Int32(MSG_NOSIGNAL))
            Glibc.close(connection)
            Glibc.close(listener)
        }.start()
    }
}
