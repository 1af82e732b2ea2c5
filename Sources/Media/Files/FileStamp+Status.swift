import Glibc
public import Photos

extension FileStamp {
    init(_ status: Glibc.stat) {
        self.init(
            identity: FileIdentity(status), size: Int64(status.st_size),
            modifiedNanoseconds: status.st_mtim.nanoseconds,
            statusChangedNanoseconds: status.st_ctim.nanoseconds)
    }

    /// The stamp of the file that `path` leads to, links followed.
    public init(of path: FilePath) throws(MediaError) {
        var status = Glibc.stat()
        guard path.withCString({ stat($0, &status) }) == 0 else {
            throw MediaError.reading(path, code: errno)
        }
        self.init(status)
    }

    /// The stamp of what is at `path` itself, be it a link to nothing.
    public init(ofItself path: FilePath) throws(MediaError) {
        var status = Glibc.stat()
        guard path.withCString({ lstat($0, &status) }) == 0 else {
            throw MediaError.reading(path, code: errno)
        }
        self.init(status)
    }
}

extension FileIdentity {
    init(_ status: Glibc.stat) {
        self.init(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }

    /// The identity of what `path` leads to, links followed.
    public init(of path: FilePath) throws(MediaError) {
        self = try FileStamp(of: path).identity
    }
}

extension Glibc.stat {
    var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }
    var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
    var isLink: Bool { st_mode & S_IFMT == S_IFLNK }
}

extension timespec {
    /// Held at the ends of the scale: file systems can hold the year 584,554.
    fileprivate var nanoseconds: Int64 {
        let (scaled, overflow) = Int64(tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return tv_sec < 0 ? .min : .max }
        let (sum, tooLarge) = scaled.addingReportingOverflow(Int64(tv_nsec))
        return tooLarge ? .max : sum
    }
}
