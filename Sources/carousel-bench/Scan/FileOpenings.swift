import Foundation

/// How often files below a folder are opened, by whichever process: neither a
/// hash nor a decode is made without.
final class FileOpenings {
    private let descriptor: Int32

    /// Counts from now on.
    ///
    /// - Parameter folder: with at most one level of folders in it.
    init(below folder: String) throws {
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        for path in [folder] + names.map({ folder + "/" + $0 }) {
            guard inotify_add_watch(descriptor, path, UInt32(IN_OPEN)) >= 0 else {
                throw BenchmarkError("\(path) cannot be watched: errno \(errno)")
            }
        }
    }

    deinit { close(descriptor) }

    /// Openings of files since the last count; those of folders do not count.
    func count() throws -> Int {
        var files = 0
        let capacity = 64 << 10
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: capacity, alignment: MemoryLayout<inotify_event>.alignment)
        defer { buffer.deallocate() }
        while case let length = read(descriptor, buffer.baseAddress, capacity), length > 0 {
            var offset = 0
            while offset < length {
                let event = buffer.load(fromByteOffset: offset, as: inotify_event.self)
                guard event.mask & UInt32(IN_Q_OVERFLOW) == 0 else {
                    throw BenchmarkError("more files were opened than could be counted")
                }
                if event.mask & UInt32(IN_ISDIR) == 0 { files += 1 }
                offset += MemoryLayout<inotify_event>.size + Int(event.len)
            }
        }
        return files
    }
}
