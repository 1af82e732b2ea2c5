import Glibc
import Photos

/// Writes files that were not there before.
enum NewFile {
    /// Whether something is at the path, be it a link to nothing.
    static func isTaken(_ path: FilePath) -> Bool {
        var status = Glibc.stat()
        return path.withCString { lstat($0, &status) } == 0
    }

    /// Writes a new file, with the folders it needs. A file that is there
    /// already is left alone (`alreadyThere`); one that cannot be written to
    /// its end is taken away again.
    ///
    /// - Parameter modified: in seconds since 1970-01-01 UTC.
    static func write(
        _ bytes: [UInt8], to path: FilePath, modified: Int64
    ) throws(MediaError) {
        if let folder = path.folder { try makeFolder(folder) }
        let descriptor = path.withCString {
            open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        }
        guard descriptor >= 0 else {
            throw errno == EEXIST ? .alreadyThere(path) : .unwritable(path, code: errno)
        }
        var code = fill(descriptor, with: bytes)
        let times = [timespec](repeating: timespec(tv_sec: Int(modified), tv_nsec: 0), count: 2)
        if code == 0, futimens(descriptor, times) != 0 { code = errno }
        if close(descriptor) != 0, code == 0 { code = errno }
        guard code == 0 else {
            _ = path.withCString { unlink($0) }
            throw .unwritable(path, code: code)
        }
    }

    /// Has what was written to a file, or the names in a folder, survive a
    /// loss of power. Where the file system cannot promise it, nobody can.
    static func sync(_ path: FilePath) {
        let descriptor = path.withCString { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
        guard descriptor >= 0 else { return }
        _ = fsync(descriptor)
        close(descriptor)
    }

    /// Makes a folder and those above it, where they are missing.
    static func makeFolder(_ folder: FilePath) throws(MediaError) {
        if folder.withCString({ mkdir($0, 0o755) }) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let above = folder.folder, above != folder else {
            throw .unwritable(folder, code: errno)
        }
        try makeFolder(above)
        guard folder.withCString({ mkdir($0, 0o755) }) == 0 || errno == EEXIST else {
            throw .unwritable(folder, code: errno)
        }
    }

    /// The errno of the write that failed, or 0.
    private static func fill(_ descriptor: Int32, with bytes: [UInt8]) -> Int32 {
        bytes.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
                let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
                if count > 0 {
                    written += count
                } else if count < 0, errno != EINTR {
                    return errno
                }
            }
            return 0
        }
    }
}
