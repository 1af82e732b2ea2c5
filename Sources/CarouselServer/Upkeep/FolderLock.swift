internal import Glibc

/// A lock between processes, held while the value lives.
final class FolderLock: Sendable {
    /// Whether others may hold it too.
    enum Kind {
        case shared, exclusive
    }

    private let descriptor: Int32

    private init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// - Returns: nil when somebody else holds it in a way that excludes this.
    static func take(_ path: String, _ kind: Kind) throws(ServerError) -> FolderLock? {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileSystem.error("open", path) }
        let operation = (kind == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB
        while flock(descriptor, operation) != 0 {
            let code = errno
            if code == EINTR { continue }
            close(descriptor)
            errno = code
            if code == EWOULDBLOCK { return nil }
            throw FileSystem.error("lock", path)
        }
        return FolderLock(descriptor: descriptor)
    }
}

extension DataDirectory {
    /// Held by the one server of the folder.
    func lockForServing() throws(ServerError) -> FolderLock {
        guard let lock = try FolderLock.take("\(path)/lock", .exclusive) else {
            throw .failed("another carousel-server runs on \(path)")
        }
        return lock
    }

    /// Keeps the collector from removing blobs, for whoever reads rows and
    /// blobs together over a long time. Returns at once: a round of the
    /// collector is short.
    func lockAgainstCollection() throws(ServerError) -> FolderLock {
        while true {
            if let lock = try FolderLock.take("\(path)/collection.lock", .shared) { return lock }
            usleep(20_000)
        }
    }
}
