import Glibc

/// Plain sockets of this machine.
enum Loopback {
    struct Failed: Error {}

    /// A connection with a port.
    static func connect(_ port: UInt16) throws -> Int32 {
        let descriptor = try open()
        guard withAddress(port, { Glibc.connect(descriptor, $0, $1) }) == 0 else {
            close(descriptor)
            throw Failed()
        }
        return descriptor
    }

    /// Listens on a port.
    static func listen(_ port: UInt16) throws -> Int32 {
        let descriptor = try open()
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

    private static func open() throws -> Int32 {
        let descriptor = socket(
            AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Failed() }
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
