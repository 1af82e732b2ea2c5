internal import Glibc
import Synchronization

/// Threads that write while others hash: a long upload does not stand still
/// for the disk.
final class WriteBehind: Sendable {
    private let queue = BlockingQueue<PendingWrite>()
    let buffers = DirectBuffers()

    init(threads: Int) throws(ServerError) {
        for _ in 0..<threads {
            try ServerThread.start("writes") { [queue] in
                while let write = queue.take(upTo: 1).first { write.run() }
            }
        }
    }

    /// The threads write what they have been given, and end.
    deinit { queue.close() }

    /// Takes over a write; `wait` of it tells how it ended.
    func start(_ write: PendingWrite) {
        let isTaken = queue.put(write)
        precondition(isTaken, "the threads live as long as this")
    }
}

/// Memory for direct writes, used again and again: a few pairs, however many
/// uploads there have been.
final class DirectBuffers: Sendable {
    /// A buffer on its way between two uploads.
    // Unchecked since it is a pointer; whoever takes it is the only one to
    // have it.
    private struct Buffer: @unchecked Sendable {
        let memory: UnsafeMutableRawBufferPointer
    }

    /// Buffers kept while nobody needs them.
    private static let limit = 8

    private let idle = Mutex<[Buffer]>([])

    deinit {
        for buffer in idle.withLock({ $0 }) { buffer.memory.deallocate() }
    }

    /// A buffer of `DirectWriter.capacity` bytes.
    func take() -> UnsafeMutableRawBufferPointer {
        if let buffer = idle.withLock({ $0.popLast() }) { return buffer.memory }
        return .allocate(byteCount: DirectWriter.capacity, alignment: DirectWriter.alignment)
    }

    /// Takes one back that nobody uses any more.
    func giveBack(_ memory: UnsafeMutableRawBufferPointer) {
        let buffer = Buffer(memory: memory)
        let isKept = idle.withLock { idle in
            guard idle.count < Self.limit else { return false }
            idle.append(buffer)
            return true
        }
        if !isKept { memory.deallocate() }
    }
}

/// One write on its way to the disk.
// Unchecked since it holds a pointer: the memory is the writer's, who neither
// changes nor frees it before `wait` returns.
final class PendingWrite: @unchecked Sendable {
    private let descriptor: Int32
    private let bytes: UnsafeRawBufferPointer
    private let offset: Int64
    /// Zero, or what `errno` said.
    private let outcome = BlockingQueue<Int32>()

    init(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int64) {
        self.descriptor = descriptor
        self.bytes = bytes
        self.offset = offset
    }

    /// Writes all bytes.
    func run() {
        var done = 0
        while done < bytes.count {
            let count = pwrite(
                descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done,
                off_t(offset) + off_t(done))
            if count > 0 {
                done += count
            } else if count == 0 || errno != EINTR {
                outcome.put(count == 0 ? EIO : errno)
                return
            }
        }
        outcome.put(0)
    }

    /// Returns when it was written. - Returns: zero, or what `errno` said.
    func wait() -> Int32 { outcome.take(upTo: 1).first ?? EIO }
}
