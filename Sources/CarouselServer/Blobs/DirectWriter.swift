internal import CLinux
internal import Glibc

/// Writes a long run of bytes past the page cache: a film that nobody reads
/// soon neither drives photos out of memory nor is copied twice.
///
/// Offset, length and memory of such writes are multiples of a block of the
/// disk, so it gathers bytes first.
final class DirectWriter {
    /// Of offsets, lengths and memory; no disk asks for more.
    static let alignment = 4096
    private static let capacity = 1 << 20

    private let descriptor: Int32
    private let buffer: UnsafeMutableRawBufferPointer
    /// Where the buffer's first byte belongs in the file.
    private var start: Int64
    private var filled = 0

    /// Nil where the file system knows nothing of it.
    /// - Precondition: `offset` is aligned.
    init?(path: String, at offset: Int64) {
        precondition(offset % Int64(Self.alignment) == 0, "a direct write begins with a block")
        descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | CAROUSEL_DIRECT)
        guard descriptor >= 0 else { return nil }
        buffer = .allocate(byteCount: Self.capacity, alignment: Self.alignment)
        start = offset
    }

    deinit {
        close(descriptor)
        buffer.deallocate()
    }

    /// Takes the bytes that follow those before.
    /// - Returns: false when the file system refused; `rest` has what was not
    ///   written then.
    func append(_ bytes: UnsafeRawBufferPointer) throws(ServerError) -> Bool {
        var taken = 0
        while taken < bytes.count {
            let count = min(bytes.count - taken, Self.capacity - filled)
            UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<(filled + count)])
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

    /// Bytes of the last call that found no room in the buffer.
    private var unwritten: [UInt8] = []

    /// What is not written yet, and where it belongs.
    var rest: (bytes: [UInt8], offset: Int64) {
        (Array(buffer[..<filled]) + unwritten, start)
    }

    private func flush() throws(ServerError) -> Bool {
        var done = 0
        while done < filled {
            let count = pwrite(
                descriptor, buffer.baseAddress?.advanced(by: done), filled - done,
                off_t(start) + off_t(done))
            if count > 0 {
                done += count
            } else if errno == EINVAL {
                return false
            } else if errno != EINTR {
                throw FileSystem.error("write", "an upload")
            }
        }
        start += Int64(filled)
        filled = 0
        return true
    }
}
