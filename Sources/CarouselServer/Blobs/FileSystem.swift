internal import Glibc

/// Calls of the operating system with the server's errors.
enum FileSystem {
    /// What `errno` says of a call that has just failed.
    static func error(_ action: String, _ path: String) -> ServerError {
        let code = errno
        if code == ENOSPC || code == EDQUOT || code == EFBIG { return .diskFull }
        return .failed("cannot \(action) \(path): \(words(for: code))")
    }

    /// The system's words for an error number.
    static func words(for code: Int32) -> String { String(cString: strerror(code)) }

    /// The name of this machine.
    static func hostName() -> String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "localhost" }
        return String(
            decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Makes a folder, for its owner alone; one that is there is no error.
    static func makeFolder(_ path: String) throws(ServerError) {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw error("make the folder", path)
        }
    }

    /// Whether there is something of that name.
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Renames a file, in place of what has the other name.
    static func rename(_ path: String, to other: String) throws(ServerError) {
        guard Glibc.rename(path, other) == 0 else { throw error("rename", path) }
    }

    /// Gives a file a second name, in place of what has that name.
    /// - Parameter between: a name on the same file system that nobody uses.
    static func link(
        _ path: String, to other: String, between: String
    ) throws(ServerError) {
        unlink(between)
        guard Glibc.link(path, between) == 0 else { throw error("link", path) }
        try rename(between, to: other)
        // Two names of one file are left as they are by a rename.
        unlink(between)
    }

    /// Whether a file has more than one name; false where there is none.
    static func isLinkedTwice(_ path: String) throws(ServerError) -> Bool {
        var facts = stat()
        guard stat(path, &facts) == 0 else {
            if errno == ENOENT { return false }
            throw error("look at", path)
        }
        return facts.st_nlink > 1
    }

    /// Removes a file; one that is not there is no error.
    static func remove(_ path: String) throws(ServerError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw error("remove", path) }
    }

    /// Makes renames within a folder durable.
    static func syncFolder(_ path: String) throws(ServerError) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw error("open", path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw error("sync", path) }
    }

    /// Names in a folder, without `.` and `..`, in no order.
    static func names(in path: String) throws(ServerError) -> [String] {
        guard let folder = opendir(path) else { throw error("read", path) }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Bytes free for this process on the file system of a folder.
    static func freeBytes(at path: String) throws(ServerError) -> Int64 {
        var facts = statvfs()
        guard statvfs(path, &facts) == 0 else { throw error("look at the disk of", path) }
        return Int64(clamping: facts.f_bavail * facts.f_frsize)
    }

    /// Bytes of a file; nil when there is none.
    static func size(of path: String) throws(ServerError) -> Int64? {
        var facts = stat()
        guard stat(path, &facts) == 0 else {
            if errno == ENOENT { return nil }
            throw error("look at", path)
        }
        return Int64(facts.st_size)
    }

    /// A small file's text.
    static func text(of path: String) throws(ServerError) -> String? {
        guard let file = fopen(path, "r") else {
            if errno == ENOENT { return nil }
            throw error("read", path)
        }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    /// Writes a small file whole and durably, in place of what is there.
    static func write(_ text: String, to path: String) throws(ServerError) {
        let temporary = path + ".new"
        let file = try DurableFile(creating: temporary, truncating: true)
        try file.write(Array(text.utf8), at: 0)
        try file.sync()
        try rename(temporary, to: path)
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        try syncFolder(slash.map { String(path[...$0]) } ?? ".")
    }
}
