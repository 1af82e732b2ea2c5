import Glibc
import HTTPTransport
import Media
import Photos
import Synchronization

/// Part of a file as the body of a request, read once, as it is sent.
final class FilePart: Sendable {
    /// Bytes read at once.
    private static let pieceSize: Int64 = 256 << 10

    private let file: FilePath
    private let stamp: FileStamp
    private let range: Range<Int64>
    private let state = Mutex(State())

    private struct State: Sendable {
        var descriptor: Int32 = -1
        var position: Int64 = 0
    }

    /// The file is another one than it was.
    struct Changed: Error {}

    init(_ file: FilePath, _ stamp: FileStamp, _ range: Range<Int64>) {
        self.file = file
        self.stamp = stamp
        self.range = range
    }

    deinit {
        let descriptor = state.withLock { $0.descriptor }
        if descriptor >= 0 { close(descriptor) }
    }

    var body: OutgoingRequest.Body {
        .stream(length: range.upperBound - range.lowerBound) { try self.next() }
    }

    private func next() throws -> [UInt8]? {
        try state.withLock { state in
            if state.descriptor < 0 {
                guard try FileStamp(of: file) == stamp else { throw Changed() }
                state.descriptor = file.withCString { open($0, O_RDONLY | O_CLOEXEC) }
                guard state.descriptor >= 0 else { throw Changed() }
                state.position = range.lowerBound
            }
            let count = Int(min(Self.pieceSize, range.upperBound - state.position))
            guard count > 0 else {
                // What was read may be of a write under way.
                guard try FileStamp(of: file) == stamp else { throw Changed() }
                return nil
            }
            var got = 0
            let piece = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
                got = pread(state.descriptor, buffer.baseAddress, count, off_t(state.position))
                filled = max(0, got)
            }
            guard got > 0 else { throw Changed() }
            state.position += Int64(got)
            return piece
        }
    }
}
