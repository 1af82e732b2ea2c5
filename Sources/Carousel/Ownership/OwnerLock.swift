import Glibc
import Photos
import Synchronization

/// The right to write a library: one process has it at a time.
///
/// It is a lock on an open file, so the kernel takes it back when the process
/// ends in whatever way.
final class OwnerLock: Sendable {
    /// Nil once released.
    private let descriptor: Mutex<Int32?>

    /// Takes the lock; nil when another process holds it.
    init?(_ directory: LibraryDirectory) throws(LibraryError) {
        let descriptor = directory.lockFile.withCString {
            open($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        }
        guard descriptor >= 0 else {
            throw .notWritable(
                directory: directory.path.display, cause: systemErrorText(errno))
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            close(descriptor)
            guard code == EWOULDBLOCK else {
                throw .notWritable(
                    directory: directory.path.display, cause: systemErrorText(code))
            }
            return nil
        }
        self.descriptor = Mutex(descriptor)
    }

    deinit {
        release()
    }

    /// Gives the right away. The file stays: a process that has it open
    /// would lock another file than the next one.
    func release() {
        descriptor.withLock { descriptor in
            guard let open = descriptor else { return }
            // Said aloud: closing alone leaves the lock to a child process
            // that has copied the descriptor and not yet dropped it.
            flock(open, LOCK_UN)
            close(open)
            descriptor = nil
        }
    }
}

/// The system's words for an error number.
func systemErrorText(_ code: Int32) -> String {
    String(cString: strerror(code))
}

extension FilePath {
    /// The path as the system's calls want it.
    func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        bytes.withUnsafeBufferPointer { bytes in
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 1) {
                buffer in
                for (index, byte) in bytes.enumerated() {
                    buffer[index] = CChar(bitPattern: byte)
                }
                buffer[bytes.count] = 0
                return body(UnsafePointer(buffer.baseAddress!))
            }
        }
    }
}
