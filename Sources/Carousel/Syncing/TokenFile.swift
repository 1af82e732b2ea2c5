import Foundation
import Glibc
import Photos

/// A token in a file that its owner alone may read, in the library's
/// directory.
struct TokenFile: Sendable {
    let path: FilePath

    init(_ directory: LibraryDirectory) {
        path = directory.path.appending("server-token")
    }

    /// Nil when there is none.
    func read() throws(ServerProblem) -> String? {
        let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) }
        guard descriptor >= 0 else {
            guard errno != ENOENT else { return nil }
            throw problem()
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw problem() }
        // Whoever could read it could be the user.
        guard status.st_mode & 0o077 == 0, status.st_uid == getuid() else {
            throw .noTokenStore("\(path.display) can be read by others: chmod 600 it")
        }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { throw problem() }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// Replaces what is there. A crash leaves the old or the new one.
    func write(_ token: String) throws(ServerProblem) {
        let new = FilePath(path.display + ".new")
        _ = new.withCString { unlink($0) }
        let descriptor = new.withCString {
            open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        }
        guard descriptor >= 0 else { throw problem() }
        let bytes = Array(token.utf8)
        let isWritten = Glibc.write(descriptor, bytes, bytes.count) == bytes.count
        let isDurable = fsync(descriptor) == 0
        close(descriptor)
        guard isWritten, isDurable,
            new.withCString({ from in path.withCString { rename(from, $0) } }) == 0
        else { throw problem() }
    }

    func remove() {
        _ = path.withCString { unlink($0) }
    }

    private func problem() -> ServerProblem {
        .noTokenStore("\(path.display): \(String(cString: strerror(errno)))")
    }
}
