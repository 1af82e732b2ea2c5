import Glibc
import Photos

/// A regular file that is open for reading, closed when it is dropped.
struct OpenFile: ~Copyable {
    let path: FilePath
    let descriptor: Int32
    /// As the file was when it was opened.
    let stamp: FileStamp

    /// Opens a file by its bytes. A pipe or device at the path is refused
    /// without waiting for it.
    init(_ path: FilePath) throws(MediaError) {
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        var descriptor: Int32 = -1
        repeat {
            descriptor = path.withCString { open($0, flags) }
        } while descriptor < 0 && errno == EINTR
        guard descriptor >= 0 else { throw MediaError.reading(path, code: errno) }
        var status = Glibc.stat()
        guard fstat(descriptor, &status) == 0 else {
            let code = errno
            close(descriptor)
            throw MediaError.reading(path, code: code)
        }
        guard status.isRegularFile else {
            close(descriptor)
            throw .notAFile(path)
        }
        self.path = path
        self.descriptor = descriptor
        stamp = FileStamp(status)
    }

    deinit {
        close(descriptor)
    }

    /// Reads on from where the last read ended; 0 at the end of the file.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(MediaError) -> Int {
        while true {
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            if errno != EINTR { throw MediaError.reading(path, code: errno) }
        }
    }

    /// The next bytes: fewer than `count` only at the end of the file.
    func readUpTo(_ count: Int) throws(MediaError) -> [UInt8] {
        var failure: MediaError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let raw = UnsafeMutableRawBufferPointer(buffer)
            do throws(MediaError) {
                while filled < count {
                    let rest = UnsafeMutableRawBufferPointer(rebasing: raw[filled...])
                    let got = try read(into: rest)
                    if got == 0 { return }
                    filled += got
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// All bytes of the file, which must be small enough for memory.
    func readAll() throws(MediaError) -> [UInt8] {
        try readUpTo(Int(clamping: stamp.size))
    }

    /// The file as it is now.
    func currentStamp() throws(MediaError) -> FileStamp {
        var status = Glibc.stat()
        guard fstat(descriptor, &status) == 0 else {
            throw MediaError.reading(path, code: errno)
        }
        return FileStamp(status)
    }
}

extension FilePath {
    /// Runs `body` with the path as the system wants it.
    func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 1) { buffer in
            for (index, byte) in bytes.enumerated() {
                buffer[index] = CChar(bitPattern: byte)
            }
            buffer[bytes.count] = 0
            // The capacity is at least 1, so there is an address.
            return body(UnsafePointer(buffer.baseAddress!))
        }
    }
}

extension MediaError {
    /// The error of a system call that reads a path.
    static func reading(_ path: FilePath, code: Int32) -> MediaError {
        switch code {
        case ENOENT, ENOTDIR, ESTALE: .vanished(path)
        case EACCES, EPERM: .denied(path)
        // A socket cannot be opened; neither can a device without a driver.
        case ENXIO, EISDIR: .notAFile(path)
        default: .unreadable(path, code: code)
        }
    }
}
