import Photos
import SQLite

/// Removes blobs that no row names any more.
///
/// It works on the writer's thread while no transaction is open. So an upload
/// has either committed its row, which the collector sees, or has not begun
/// to give its bytes a name: none can be lost between the two.
struct Collector {
    /// Blobs looked at in one round.
    static let round = 200

    let directory: DataDirectory
    let folder: BlobFolder

    /// Removes some of what was noted as garbage, and what was read from it.
    /// - Returns: what is gone, and whether there is more.
    func collect(
        _ metadata: SQLiteMetadata
    ) throws(ServerError) -> (removed: [ContentHash], hasMore: Bool) {
        guard let lock = try FolderLock.take("\(directory.path)/collection.lock", .exclusive)
        else { return ([], false) }
        var removed: [ContentHash] = []
        let hashes = try metadata.database.all(
            "SELECT hash FROM garbage LIMIT ?", [.integer(Int64(Self.round))]
        ) { $0.bytes(0) }
        for bytes in hashes {
            let hash = ContentHash(stored: bytes)
            if try remove(hash, unlessNamedIn: metadata) { removed.append(hash) }
        }
        for hash in removed {
            try metadata.database.run(
                "DELETE FROM photo_facts WHERE hash = ?", [.blob(hash.bytes)])
            try metadata.database.run(
                "DELETE FROM sidecar_facts WHERE hash = ?", [.blob(hash.bytes)])
        }
        for bytes in hashes {
            try metadata.database.run("DELETE FROM garbage WHERE hash = ?", [.blob(bytes)])
        }
        withExtendedLifetime(lock) {}
        return (removed, hashes.count == Self.round)
    }

    /// Removes blobs of one folder that no row names: left by a crash between
    /// giving the name and committing the row.
    /// - Returns: false when a check or a backup is under way, and nothing was
    ///   done.
    func sweep(shelf: String, _ metadata: SQLiteMetadata) throws(ServerError) -> Bool {
        guard let lock = try FolderLock.take("\(directory.path)/collection.lock", .exclusive)
        else { return false }
        for name in try FileSystem.names(in: folder.folder(shelf)) {
            guard let hash = ContentHash(hexadecimal: name) else { continue }
            _ = try remove(hash, unlessNamedIn: metadata)
        }
        withExtendedLifetime(lock) {}
        return true
    }

    /// Moves recent blobs to where they stay. A crash in between leaves one
    /// name or both.
    /// - Returns: whether there are more.
    func settle() throws(ServerError) -> Bool {
        guard let lock = try FolderLock.take("\(directory.path)/collection.lock", .exclusive)
        else { return false }
        defer { withExtendedLifetime(lock) {} }
        let names = try FileSystem.names(in: folder.folder(BlobFolder.recent))
        let hashes = names.prefix(Self.round).compactMap { ContentHash(hexadecimal: $0) }
        for hash in hashes {
            try FileSystem.link(
                folder.recent(hash), to: folder.settled(hash),
                between: folder.staged(folder.nextNumber()))
        }
        for prefix in Set(hashes.map { String($0.hexadecimal.prefix(2)) }).sorted() {
            try FileSystem.syncFolder(folder.folder(prefix))
        }
        for hash in hashes { try FileSystem.remove(folder.recent(hash)) }
        return names.count > Self.round
    }

    /// Removes files of sessions that no row needs.
    func sweepSessions(_ metadata: SQLiteMetadata) throws(ServerError) {
        let needed = try metadata.database.all(
            "SELECT account, id FROM sessions WHERE state < 2"
        ) { "\($0.int64(0))-\($0.text(1) ?? "")" }
        let names = Set(needed)
        for name in try FileSystem.names(in: "\(folder.path)/sessions")
        where !names.contains(name) {
            try FileSystem.remove("\(folder.path)/sessions/\(name)")
        }
    }

    /// - Returns: whether it is gone.
    private func remove(
        _ hash: ContentHash, unlessNamedIn metadata: SQLiteMetadata
    ) throws(ServerError) -> Bool {
        guard try !metadata.isNamed(hash) else { return false }
        try FileSystem.remove(folder.recent(hash))
        try FileSystem.remove(folder.settled(hash))
        return true
    }
}

extension SQLiteMetadata {
    /// Whether any row of any account needs the bytes of a hash. A session
    /// that became a file does not: its bytes count as those of the file.
    func isNamed(_ hash: ContentHash) throws(ServerError) -> Bool {
        try database.first(
            """
            SELECT 1 WHERE EXISTS (SELECT 1 FROM revisions WHERE hash = ?1)
                OR EXISTS (SELECT 1 FROM sessions WHERE hash = ?1 AND state != 3)
            """, [.blob(hash.bytes)]
        ) { _ in true } ?? false
    }
}
