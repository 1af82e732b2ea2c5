import Photos
internal import SQLite

extension Database {
    /// The thumbnails of a library, to read and write; nil when the file holds
    /// those of another library.
    static func thumbnails(
        _ file: FilePath, of library: LibraryIdentity
    ) throws(StoreError) -> Database? {
        let database = try Database(creating: file, .thumbnails, .normal)
        try database.write { connection throws(StoreError) in
            try StoreError.mapping(file) { () throws(SQLiteError) in
                let row = try connection.statement(
                    "INSERT INTO meta VALUES ('identity', ?) ON CONFLICT DO NOTHING")
                try row.bind(1, library.bytes)
                try row.run()
            }
        }
        guard try database.isOf(library) else {
            database.close()
            return nil
        }
        return database
    }

    /// The thumbnails of a library, to read; nil when the file holds those of
    /// another library.
    static func thumbnailsToRead(
        _ file: FilePath, of library: LibraryIdentity
    ) throws(StoreError) -> Database? {
        let database = try Database(reading: file, .thumbnails)
        return try database.isOf(library) ? database : nil
    }

    /// An empty file in the place of one that is of no use.
    static func anew(
        _ file: FilePath, of library: LibraryIdentity
    ) throws(StoreError) -> Database {
        for suffix in ["", "-wal", "-shm", "-journal"] {
            if let cause = Disk.remove(FilePath(file, suffix: suffix)) {
                throw .notWritable(directory: file.folder ?? file, cause: cause)
            }
        }
        guard let database = try thumbnails(file, of: library) else {
            throw .failed(file: file, cause: "another program made thumbnails meanwhile")
        }
        return database
    }

    private func isOf(_ library: LibraryIdentity) throws(StoreError) -> Bool {
        try query { connection throws(SQLiteError) in
            let row = try connection.statement("SELECT value FROM meta WHERE key = 'identity'")
            return try row.step() && row.bytes(0) == library.bytes
        }
    }
}
