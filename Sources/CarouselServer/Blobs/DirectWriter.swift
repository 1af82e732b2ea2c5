internal import CLinux
internal import Glibc

/// Writes a long run of bytes past the page cache: a film that nobody reads
/// soon neither drives photos out of memory nor is copied twice.
///
/// Offset, length and memory of such writes are multiples of a block of the
/// disk, so it gathers bytes first: in one buffer, while those before it are
/// being written.
final class DirectWriter {
    /// Of offsets, lengths and memory; no disk asks for more.
    static let alignment = 4096
    /// Bytes of one write.
    static let capacity = 1 << 20
    /// Writes under way at once: a disk that answers late now and then must not
    /// make the bytes wait that still come.
    private static let depth = 4

    private let path: String
    private let descriptor: Int32
    private let threads: WriteBehind
    private var filling: UnsafeMutableRawBufferPointer
    /// The oldest first.
    private var underWay: [(write: PendingWrite, buffer: UnsafeMutableRawBufferPointer)] = []
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
        start = offset
    }

    deinit {
        for (write, buffer) in underWay {
            // Memory and descriptor are the write's until it is done.
            _ = write.wait()
            threads.buffers.giveBack(buffer)
        }
        close(descriptor)
        threads.buffers.giveBack(filling)
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
        while !underWay.isEmpty { try waitForOldest() }
        return (Array(filling[..<filled]) + unwritten, start)
    }

    /// Begins to write the full buffer, and goes on with another.
    private func flush() throws(ServerError) -> Bool {
        let write = PendingWrite(
            descriptor, UnsafeRawBufferPointer(rebasing: filling[..<filled]), at: start)
        if hasWritten {
            threads.start(write)
            underWay.append((write, filling))
            filling = threads.buffers.take()
            if underWay.count > Self.depth { try waitForOldest() }
        } else {
            // The first tells whether the file system takes such writes.
            write.run()
            let code = write.wait()
            guard code != EINVAL else { return false }
            try check(code)
            hasWritten = true
        }
        start += Int64(filled)
        filled = 0
        return true
    }

    private func waitForOldest() throws(ServerError) {
        let (write, buffer) = underWay.removeFirst()
        let code = write.wait()
        threads.buffers.giveBack(buffer)
        try check(code)
    }

    private func check(_ code: Int32) throws(ServerError) {
        guard code != 0 else { return }
        errno = code
        throw FileSystem.error("write", path)
    }
}
