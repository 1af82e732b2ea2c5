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

    /// Reads some bytes; fewer at the end of the file.
    public func read(at offset: Int64, upTo count: Int) throws(HTTPServerError) -> [UInt8] {
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            let result = read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
            if result < 0 { code = errno }
            initialized = max(0, result)
        }
        guard code == 0 else { throw .file("descriptor \(descriptor)", errno: code) }
        return bytes
    }

    /// Fills a buffer. - Returns: false when the file ends before.
    public func fill(
        _ buffer: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(HTTPServerError) -> Bool {
        var filled = 0
        while filled < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            let count = read(at: offset + Int64(filled), into: rest)
            guard count >= 0 else { throw .file("descriptor \(descriptor)", errno: errno) }
            guard count > 0 else { return false }
            filled += count
        }
        return true
    }

    /// - Returns: bytes read; below zero when `errno` says why not.
    private func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        while true {
            let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
            guard count < 0, errno == EINTR else { return count }
        }
    }

    deinit { close(descriptor) }
}
