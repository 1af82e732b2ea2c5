internal import Glibc

/// An open file that is read by positions; closed when no longer used.
public final class OpenFile: Sendable {
    let descriptor: Int32
    /// When it was opened, in bytes.
    public let size: Int64
    /// When it was last changed, in seconds since 1970.
    public let modified: Int64

    /// Opens a regular file for reading. A symbolic link is not followed.
    public convenience init(path: String) throws(HTTPServerError) {
        // Without O_NONBLOCK a pipe put in the file's place would hang us.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { throw .file(path, errno: errno) }
        try self.init(owning: descriptor)
    }

    /// Takes over a descriptor, also when it throws.
    public init(owning descriptor: Int32) throws(HTTPServerError) {
        self.descriptor = descriptor
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            let reason = errno
            close(descriptor)
            throw .file("descriptor \(descriptor)", errno: reason == 0 ? EINVAL : reason)
        }
        size = Int64(facts.st_size)
        modified = Int64(facts.st_mtim.tv_sec)
    }

    deinit { close(descriptor) }
}
