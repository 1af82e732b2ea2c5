internal import CLinux
internal import Glibc

/// Writes a long run of bytes past the page cache: a film that nobody reads
/// soon neither drives photos out of memory nor is copied twice.
///
/// Offset, length and memory of such writes are multiples of a block of the
/// disk, so it gathers bytes first: in one of two buffers, while the other is
/// being written.
final class DirectWriter {
    /// Of offsets, lengths and memory; no disk asks for more.
    static let alignment = 4096
    /// Bytes of one write.
    static let capacity = 1 << 20

    private let path: String
    private let descriptor: Int32
    private let threads: WriteBehind
    private var filling: UnsafeMutableRawBufferPointer
    private var writing: UnsafeMutableRawBufferPointer
    private var pending: PendingWrite?
    /// Where the first byte of the buffer being filled belongs in the file.
    private var start: Int64
    private var filled = 0
    private var hasWritten = false
    /// Bytes of a refused call that found no room in the buffer.
    private var unwritten: [UInt8] = []

    /// Nil where the file system knows nothing of it.
    /// - Precondition: `offset` is aligned.
    init?(path: String, at offset: Int64, _ threads: WriteBehind) {
        precondition(offset % Int64(Self.alignment) == 0, "a direct write begins with a block")
        descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | CAROUSEL_DIRECT)
        guard descriptor >= 0 else { return nil }
        self.path = path
        self.threads = threads
        filling = threads.buffers.take()
        writing = threads.buffers.take()
        start = offset
    }

    deinit {
        // Memory and descriptor are the write's until it is done.
        _ = pending?.wait()
        close(descriptor)
        threads.buffers.giveBack(filling)
        threads.buffers.giveBack(writing)
    }

    /// Takes the bytes that follow those before.
    /// - Returns: false when the file system refuses such writes; `finish`
    ///   has what was not written then.
    func append(_ bytes: UnsafeRawBufferPointer) throws(ServerError) -> Bool {
        var taken = 0
        while taken < bytes.count {
            let count = min(bytes.count - taken, Self.capacity - filled)
            UnsafeMutableRawBufferPointer(rebasing: filling[filled..<(filled + count)])
                .copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: bytes[taken..<(taken + count)]))
            filled += count
            taken += count
            guard filled == Self.capacity else { break }
            guard try flush() else {
                unwritten = Array(bytes[taken...])
                return false
            }
        }
        return true
    }

    /// Waits until everything that was begun is written.
    /// - Returns: what is not, and where it belongs.
    func finish() throws(ServerError) -> (bytes: [UInt8], offset: Int64) {
        try waitForPending()
        return (Array(filling[..<filled]) + unwritten, start)
    }

    /// Begins to write the full buffer, and goes on with the other.
    private func flush() throws(ServerError) -> Bool {
        try waitForPending()
        let write = PendingWrite(
            descriptor, UnsafeRawBufferPointer(rebasing: filling[..<filled]), at: start)
        guard hasWritten else {
            // The first tells whether the file system takes such writes.
            write.run()
            let code = write.wait()
            guard code != EINVAL else { return false }
            try check(code)
            hasWritten = true
            start += Int64(filled)
            filled = 0
            return true
        }
        threads.start(write)
        pending = write
        swap(&filling, &writing)
        start += Int64(filled)
        filled = 0
        return true
    }

    private func waitForPending() throws(ServerError) {
        guard let write = pending else { return }
        pending = nil
        try check(write.wait())
    }

    private func check(_ code: Int32) throws(ServerError) {
        guard code != 0 else { return }
        errno = code
        throw FileSystem.error("write", path)
    }
}
