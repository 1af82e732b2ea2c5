import Glibc
import Photos

/// The few calls to the file system that opening a store needs, by the bytes
/// of a path.
enum Disk {
    static func exists(_ path: FilePath) -> Bool {
        var status = stat()
        return withPath(path) { stat($0, &status) } == 0
    }

    /// Makes a directory and those above it that are missing, for the user
    /// alone; nil when it is there in the end, else the system's error.
    static func makeDirectory(_ path: FilePath) -> String? {
        if withPath(path, { mkdir($0, 0o700) }) == 0 { return nil }
        switch errno {
        case EEXIST:
            return isDirectory(path) ? nil : "it is not a directory"
        case ENOENT:
            guard let above = path.folder, above != path, !above.bytes.isEmpty else {
                return message(ENOENT)
            }
            if let failure = makeDirectory(above) { return failure }
            guard withPath(path, { mkdir($0, 0o700) }) != 0, errno != EEXIST else { return nil }
            return message(errno)
        case let code:
            return message(code)
        }
    }

    /// Removes a file; one that is not there is removed already.
    static func remove(_ path: FilePath) -> String? {
        guard withPath(path, { unlink($0) }) != 0, errno != ENOENT else { return nil }
        return message(errno)
    }

    private static func isDirectory(_ path: FilePath) -> Bool {
        var status = stat()
        return withPath(path) { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func message(_ code: Int32) -> String {
        String(cString: strerror(code))
    }

    private static func withPath(
        _ path: FilePath, _ body: (UnsafePointer<CChar>) -> Int32
    ) -> Int32 {
        (path.bytes + [0]).map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return -1 }
            return body(start)
        }
    }
}

extension FilePath {
    /// The path with a few characters behind its last name.
    init(_ path: FilePath, suffix: String) {
        let folder = path.folder ?? FilePath("")
        self = folder.appending(Array(path.name) + Array(suffix.utf8))
    }
}
