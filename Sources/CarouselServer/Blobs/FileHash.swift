internal import Glibc
import Photos

/// The content hash of a file on disk.
enum FileHash {
    /// Reads a file through.
    /// - Parameter copy: given each piece in passing.
    static func hash(
        of path: String, copy: (([UInt8], Int64) throws(ServerError) -> Void)? = nil
    ) throws(ServerError) -> ContentHash {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileSystem.error("read", path) }
        defer { close(descriptor) }
        var hasher = BlockHasher(blockIndex: 0)
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var offset: Int64 = 0
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count == 0 { break }
            guard count > 0 else {
                if errno == EINTR { continue }
                throw FileSystem.error("read", path)
            }
            buffer.withUnsafeBytes {
                hasher.update(UnsafeRawBufferPointer(rebasing: $0[..<count]))
            }
            if let copy { try copy(Array(buffer[..<count]), offset) }
            offset += Int64(count)
        }
        return .ofBlocks(hasher.finish().map(\.digest))
    }
}
