import Glibc
import Photos
import TestSupport

/// A folder of files for one test, made by bytes: names need not be UTF-8.
struct FileTree {
    private let folder: TemporaryFolder

    init(_ name: String = #function) throws {
        folder = try TemporaryFolder(name)
    }

    var root: FilePath { folder.filePath }

    func path(_ name: String) -> FilePath { root.appending(name) }

    /// Makes a folder and those above it.
    @discardableResult
    func addFolder(_ name: String) -> FilePath {
        var made = root
        for part in name.split(separator: "/") {
            made = made.appending(String(part))
            _ = mkdir(made.display, 0o755)
        }
        return made
    }

    /// Makes a file, with the folders it needs.
    @discardableResult
    func add(_ name: String, _ bytes: [UInt8] = [0x78]) -> FilePath {
        if let slash = name.lastIndex(of: "/") { addFolder(String(name[..<slash])) }
        return add(bytes: Array(name.utf8), content: bytes)
    }

    /// Makes a file whose name is any bytes.
    @discardableResult
    func add(bytes name: [UInt8], content: [UInt8] = [0x78]) -> FilePath {
        let path = root.appending(name)
        write(content, to: path)
        return path
    }

    func write(_ bytes: [UInt8], to path: FilePath) { Self.write(bytes, to: path) }

    static func write(_ bytes: [UInt8], to path: FilePath) {
        let name = path.bytes.map(CChar.init(bitPattern:)) + [0]
        let descriptor = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        precondition(descriptor >= 0, "cannot make \(path): \(errno)")
        let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        precondition(written == bytes.count && close(descriptor) == 0)
    }

    /// Makes a symbolic link.
    func link(_ name: String, to target: String) {
        precondition(symlink(target, path(name).display) == 0, "cannot make \(name)")
    }
}

/// Runs code as a user for whom the rights of files count, root or not.
///
/// Only the calling thread is changed, and only for the file system.
enum PlainUser {
    static func run<Result>(_ body: () -> Result) -> Result {
        guard geteuid() == 0 else { return body() }
        setFileSystemUser(65_534)
        defer { setFileSystemUser(0) }
        return body()
    }

    private static func setFileSystemUser(_ user: uid_t) {
        typealias Function = @convention(c) (uid_t) -> Int32
        // Swift's Glibc module lacks <sys/fsuid.h>; the C library has it.
        guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "setfsuid") else {
            preconditionFailure("the C library has no setfsuid")
        }
        _ = unsafeBitCast(symbol, to: Function.self)(user)
    }
}
