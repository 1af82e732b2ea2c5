import Glibc
import Photos

/// Opens the library's socket, as the owner or as somebody who asks it.
///
/// The address is given relative to the library's directory, by way of
/// `/proc/self/fd`, because a socket's address holds 107 bytes only and
/// libraries may lie deeper.
enum UnixSocket {
    /// A socket that listens, in place of whatever a former owner left there.
    /// To be called with the owner's lock held.
    static func listen(in directory: LibraryDirectory) throws(LibraryError) -> Int32 {
        _ = directory.socket.withCString { unlink($0) }
        return try connectOrBind(directory) { descriptor, address, length in
            // Nobody gets in before it listens. A mask would be the whole
            // process's, and what other threads make meanwhile would have it.
            bind(descriptor, address, length) == 0
                && directory.socket.withCString { chmod($0, 0o600) } == 0
                && Glibc.listen(descriptor, 8) == 0
        }
    }

    /// A socket connected to the owner.
    static func connect(to directory: LibraryDirectory) throws(LibraryError) -> Int32 {
        try connectOrBind(directory) { descriptor, address, length in
            Glibc.connect(descriptor, address, length) == 0
        }
    }

    private static func connectOrBind(
        _ directory: LibraryDirectory,
        _ use: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Bool
    ) throws(LibraryError) -> Int32 {
        let folder = directory.path.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard folder >= 0 else { throw .owner(cause: systemErrorText(errno)) }
        defer { close(folder) }
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_UNIX, type, 0)
        guard descriptor >= 0 else { throw .owner(cause: systemErrorText(errno)) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let name = "/proc/self/fd/\(folder)/library.socket"
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name.utf8) }
        let succeeded = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                use(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard succeeded else {
            let code = errno
            close(descriptor)
            throw .owner(cause: systemErrorText(code))
        }
        return descriptor
    }
}
