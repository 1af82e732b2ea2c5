internal import CLinux
internal import Glibc

/// A file being written, closed when no longer used.
final class DurableFile: Sendable {
    let path: String
    private let descriptor: Int32

    /// Opens a file for writing and reading, and makes it where it is
    /// missing.
    init(creating path: String, truncating: Bool = false) throws(ServerError) {
        self.path = path
        descriptor = open(
            path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | (truncating ? O_TRUNC : 0), 0o600)
        guard descriptor >= 0 else { throw FileSystem.error("write", path) }
    }

    /// Opens a file that is there, for writing and reading.
    /// - Returns: nil when it is not there.
    static func existing(_ path: String) throws(ServerError) -> DurableFile? {
        let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw FileSystem.error("write", path)
        }
        return DurableFile(path: path, descriptor: descriptor)
    }

    private init(path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Writes all bytes at an offset.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(ServerError) {
        var rest = bytes
        var offset = offset
        while !rest.isEmpty {
            let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset))
            if count > 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
                offset += Int64(count)
            } else if count == 0 || errno != EINTR {
                throw FileSystem.error("write", path)
            }
        }
    }

    /// Writes all bytes at an offset.
    func write(_ bytes: [UInt8], at offset: Int64) throws(ServerError) {
        try bytes.withUnsafeBufferPointer { bytes throws(ServerError) in
            try write(UnsafeRawBufferPointer(bytes), at: offset)
        }
    }

    /// Reads up to `count` bytes at an offset; fewer only at the end.
    func read(_ count: Int, at offset: Int64) throws(ServerError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let got = bytes.withUnsafeMutableBytes { buffer in
                pread(
                    descriptor, buffer.baseAddress?.advanced(by: filled), count - filled,
                    off_t(offset) + off_t(filled))
            }
            if got == 0 { break }
            if got > 0 {
                filled += got
            } else if errno != EINTR {
                throw FileSystem.error("read", path)
            }
        }
        return Array(bytes[..<filled])
    }

    /// Bytes of the file.
    func length() throws(ServerError) -> Int64 {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else {
            throw FileSystem.error("look at", path)
        }
        return Int64(facts.st_size)
    }

    /// Cuts the file, or fills it up with zeros.
    func setLength(_ length: Int64) throws(ServerError) {
        guard ftruncate(descriptor, off_t(length)) == 0 else {
            throw FileSystem.error("cut", path)
        }
    }

    /// Starts writing a stretch to the disk without waiting for it, so that
    /// `sync` has less to wait for.
    func startWriting(from offset: Int64, count: Int64) {
        // Only a hint: `sync` reports what fails.
        _ = sync_file_range(
            descriptor, offset, count, CAROUSEL_START_WRITING)
    }

    /// Makes bytes and length durable.
    func sync() throws(ServerError) {
        guard fdatasync(descriptor) == 0 else { throw FileSystem.error("sync", path) }
    }
}
