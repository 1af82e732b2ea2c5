import Photos
import SQLite

/// A copy of a server's folder that is consistent while the server runs: the
/// rows of one moment with all the bytes they name. Made into the same folder
/// again it copies only what is new.
public struct Backup {
    /// What was done.
    public struct Report: Hashable, Sendable {
        public var blobs = 0
        public var copied = 0
        public var copiedBytes: Int64 = 0
        /// Blobs that are damaged or missing at the source.
        public var damaged: [String] = []
    }

    private let directory: DataDirectory
    private let target: String

    public init(of path: String, to target: String) throws(ServerError) {
        directory = try DataDirectory.open(at: path)
        self.target = target
    }

    /// Copies. Safe while a server runs.
    public func run() throws(ServerError) -> Report {
        try prepare()
        let lock = try directory.lockAgainstCollection()
        defer { withExtendedLifetime(lock) {} }
        // Users last: files of a user whom the copy does not know would be
        // the next new user's.
        try copyDatabase(directory.filesPath, "files.db")
        try copyDatabase(directory.accountsPath, "accounts.db")
        var report = Report()
        try copyBlobs(&report)
        // The backup before stands until all bytes of this one are there, and
        // users are there before their files.
        for name in ["accounts.db", "files.db"] { try replaceDatabase(name) }
        try FileSystem.write("\(DataDirectory.version)\n", to: "\(target)/VERSION")
        return report
    }

    private func prepare() throws(ServerError) {
        try FileSystem.makeFolder(target)
        let names = try FileSystem.names(in: target)
        guard names.isEmpty || names.contains("RESTORED") else {
            throw .failed("\(target) holds something else; name a new folder or an older backup")
        }
        guard !names.contains("lock") else {
            throw .failed("\(target) is a server's own folder; name another for the backup")
        }
        // A server that starts here begins a new epoch: its clients may know
        // changes that this copy does not have. It also tells a backup, even
        // one that broke off, from a server's own folder.
        try FileSystem.write("restored from a backup\n", to: "\(target)/RESTORED")
        try BlobFolder(path: target, space: .unlimited).prepare()
    }

    private func copyDatabase(_ path: String, _ name: String) throws(ServerError) {
        let temporary = "\(target)/\(name).new"
        try FileSystem.remove(temporary)
        let connection = try directory.connect(path, .readOnly)
        try Database(connection: connection).run("VACUUM INTO ?", [.text(temporary)])
        let file = try DurableFile(creating: temporary)
        try file.sync()
    }

    private func replaceDatabase(_ name: String) throws(ServerError) {
        for ending in ["-wal", "-shm", ".new-wal", ".new-shm"] {
            try FileSystem.remove("\(target)/\(name)\(ending)")
        }
        try FileSystem.rename("\(target)/\(name).new", to: "\(target)/\(name)")
        try FileSystem.syncFolder(target)
    }

    private func copyBlobs(_ report: inout Report) throws(ServerError) {
        let connection = try directory.connect("\(target)/files.db.new", .readOnly)
        let database = Database(connection: connection)
        let source = BlobFolder(path: directory.path, space: .unlimited)
        let copy = BlobFolder(path: target, space: .unlimited)
        let named = try database.all(
            """
            SELECT DISTINCT hash FROM revisions UNION
            SELECT hash FROM sessions WHERE hash IS NOT NULL AND state != 3
            """
        ) { ContentHash(stored: $0.bytes(0)) }
        for hash in named {
            report.blobs += 1
            let path = source.path(of: hash)
            let size = try path.flatMap { path throws(ServerError) in
                try FileSystem.size(of: path)
            }
            let copied = copy.settled(hash)
            if size != nil, try FileSystem.size(of: copied) == size,
                try FileHash.hash(of: copied) == hash
            {
                continue
            }
            guard let path, let size, try copyBlob(path, to: copy, hash) else {
                report.damaged.append(hash.hexadecimal)
                continue
            }
            report.copied += 1
            report.copiedBytes += size
        }
        for prefix in BlobFolder.prefixes {
            try FileSystem.syncFolder(copy.folder(prefix))
        }
    }

    /// - Returns: false when the bytes are not what their name says.
    private func copyBlob(
        _ path: String, to folder: BlobFolder, _ hash: ContentHash
    ) throws(ServerError) -> Bool {
        let temporary = folder.staged(folder.nextNumber())
        let file = try DurableFile(creating: temporary, truncating: true)
        let found = try FileHash.hash(of: path) { bytes, offset throws(ServerError) in
            try file.write(bytes, at: offset)
        }
        guard found == hash else {
            try FileSystem.remove(temporary)
            return false
        }
        try file.sync()
        try FileSystem.rename(temporary, to: folder.settled(hash))
        return true
    }
}
