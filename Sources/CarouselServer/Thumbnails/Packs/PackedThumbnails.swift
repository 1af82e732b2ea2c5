import DropboxAPI
import HTTPServer
import Photos
import SQLite
import Synchronization

/// The two thumbnails of every photo, by content: in packs, one behind the
/// other as they were made, so that those of neighbours in the feed are read at
/// once and without a question to a database.
///
/// `places.db` says where each is, and with which checksum. Its rows follow what
/// they name: bytes become durable first, and what lies behind the last that a
/// row names is cut off at the start. A row that names what is not there is
/// dropped, and its thumbnails are made again.
final class PackedThumbnails: Sendable {
    struct Writer {
        let lent: LentConnection
        var appenders: EachSize<PackAppender>

        var database: Database { Database(connection: lent.connection) }
    }

    let files: PackFolder
    let writer: Mutex<Writer>
    let table: Mutex<PackTable>
    /// For the checksums of single thumbnails.
    private let sums: Mutex<LentConnection>
    /// Whether nothing was there.
    let isNew: Bool
    /// Contents whose thumbnails should be there and are not.
    let lost: [ContentHash]

    /// Opens those in a folder, and makes it where it is missing. What is
    /// damaged beyond reading is removed.
    /// - Parameter capacity: bytes of a pack at most.
    init(
        in folder: String, capacity: Int = PackPlace.packCapacity
    ) throws(ServerError) {
        let files = PackFolder(path: folder)
        try FileSystem.makeFolder(folder)
        var opened: Opened
        do throws(ServerError) {
            opened = try Self.open(files, capacity: capacity)
        } catch .damaged {
            for name in try FileSystem.names(in: folder) {
                try FileSystem.remove("\(folder)/\(name)")
            }
            opened = try Self.open(files, capacity: capacity)
        }
        self.files = files
        isNew = opened.isNew
        lost = opened.lost
        sums = Mutex(LentConnection(try Self.connect(files, .readOnly)))
        writer = Mutex(opened.writer)
        table = Mutex(opened.table)
    }

    /// Contents that are kept, and bytes of memory that finding them takes.
    var usage: (contents: Int, memory: Int) {
        table.withLock { ($0.index.count, $0.index.byteCount) }
    }

    /// Puts both thumbnails of some contents. They are durable then.
    func put(
        _ thumbnails: [(hash: ContentHash, s75: [UInt8], s256: [UInt8])]
    ) throws(ServerError) {
        guard !thumbnails.isEmpty else { return }
        try writer.withLock { writer throws(ServerError) in
            let added = try add(thumbnails, &writer)
            try writer.database.transaction { database throws(ServerError) in
                for (thumbnail, added) in zip(thumbnails, added) {
                    try database.run(
                        "INSERT OR REPLACE INTO places VALUES (?, ?, ?, ?, ?)",
                        [
                            .blob(thumbnail.hash.bytes), .integer(added.s75.place.rawValue),
                            .integer(Int64(added.s75.sum)), .integer(added.s256.place.rawValue),
                            .integer(Int64(added.s256.sum)),
                        ])
                }
            }
            table.withLock { table in
                for (thumbnail, added) in zip(thumbnails, added) {
                    table.set(
                        .init(s75: added.s75.place, s256: added.s256.place), of: thumbnail.hash)
                }
            }
        }
    }

    /// Adds thumbnails to the packs, durably.
    private func add(
        _ thumbnails: [(hash: ContentHash, s75: [UInt8], s256: [UInt8])], _ writer: inout Writer
    ) throws(ServerError) -> [EachSize<PackAppender.Added>] {
        let marks = EachSize(s75: writer.appenders.s75.mark, s256: writer.appenders.s256.mark)
        do throws(ServerError) {
            let s75 = try append(thumbnails.map(\.s75), .s75, &writer)
            let s256 = try append(thumbnails.map(\.s256), .s256, &writer)
            for size in PackedSize.allCases { try writer.appenders[size].sync() }
            return zip(s75, s256).map { EachSize(s75: $0, s256: $1) }
        } catch {
            for size in PackedSize.allCases { writer.appenders[size].rewind(to: marks[size]) }
            throw error
        }
    }

    /// Forgets the thumbnails of some contents.
    func remove(_ hashes: [ContentHash]) throws(ServerError) {
        guard !hashes.isEmpty else { return }
        try writer.withLock { writer throws(ServerError) in
            try remove(hashes, &writer)
        }
    }

    func remove(_ hashes: [ContentHash], _ writer: inout Writer) throws(ServerError) {
        try writer.database.transaction { database throws(ServerError) in
            for hash in hashes {
                try database.run("DELETE FROM places WHERE hash = ?", [.blob(hash.bytes)])
            }
        }
        table.withLock { table in
            for hash in hashes { table.remove(hash) }
        }
    }

    /// One thumbnail, compared with its checksum; nil when there is none. One
    /// that is damaged is forgotten.
    func jpeg(of hash: ContentHash, _ size: PackedSize) throws(ServerError) -> [UInt8]? {
        // Once more for one that was moved or made anew meanwhile.
        for _ in 0..<2 {
            guard let (file, place) = table.withLock({ $0.find(hash, size) }) else { return nil }
            let sum = try sums.withLock { lent throws(ServerError) in
                try Self.row(of: hash, size, in: Database(connection: lent.connection))?.sum
            }
            // What the disk will not give is damaged as well.
            let bytes = try? file.read(
                at: place.range.lowerBound + Int64(PackPlace.prefix), upTo: place.length)
            if let bytes, bytes.count == place.length, PackChecksum.of(bytes) == sum {
                return bytes
            }
            let isMoved = table.withLock { $0.find(hash, size)?.place != place }
            guard isMoved else { break }
        }
        try remove([hash])
        return nil
    }

    static func row(
        of hash: ContentHash, _ size: PackedSize, in database: Database
    ) throws(ServerError) -> (place: Int64, sum: UInt32)? {
        let query: StaticString =
            switch size {
            case .s75: "SELECT s75, s75_sum FROM places WHERE hash = ?"
            case .s256: "SELECT s256, s256_sum FROM places WHERE hash = ?"
            }
        return try database.first(query, [.blob(hash.bytes)]) {
            ($0.int64(0), UInt32(truncatingIfNeeded: $0.int64(1)))
        }
    }

    func append(
        _ jpegs: [[UInt8]], _ size: PackedSize, _ writer: inout Writer
    ) throws(ServerError) -> [PackAppender.Added] {
        try writer.appenders[size].append(jpegs) { () throws(ServerError) in
            try table.withLock { table throws(ServerError) in try table.freeNumber(size) }
        } opened: { (number) throws(ServerError) in
            let file = try files.open(size, number)
            table.withLock { $0.packs[size][number] = PackTable.Pack(file: file) }
        }
    }
}

extension Database {
    /// Runs a transaction that writes.
    func transaction(
        _ body: (Database) throws(ServerError) -> Void
    ) throws(ServerError) {
        do throws(SQLiteError) { try connection.begin(.writing) } catch {
            throw ServerError(error)
        }
        do throws(ServerError) {
            try body(self)
            do throws(SQLiteError) { try connection.commit() } catch {
                throw ServerError(error)
            }
        } catch {
            connection.rollback()
            throw error
        }
    }
}
