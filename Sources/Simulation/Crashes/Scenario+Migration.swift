import Photos
import SQLite
import Store

extension Scenario {
    static func makeFirstFormat(at directory: FilePath) throws {
        let file = directory.appending(LibraryStore.fileName)
        let connection = try Connection(path: file.bytes, access: .create)
        try connection.useWriteAheadLog()
        try connection.execute(Schema.library.steps[0])
        try connection.execute(
            """
            PRAGMA application_id = \(Schema.library.applicationID);
            PRAGMA user_version = 1;
            INSERT INTO roots (path, added_ms, walk) VALUES (x'2F70', 1, 1);
            INSERT INTO local_photos (root, path, size, mtime_ns, ctime_ns, inode, device, kind,
                date_source, hash_state, content_hash, is_settled)
                VALUES (1, x'2F702F31', 5, 1, 1, 1, 1, 1, 0, 1, zeroblob(32), 1);
            INSERT INTO photos (content_hash, byte_size) VALUES (zeroblob(32), 5);
            INSERT INTO local_photo_luids VALUES (1, 1);
            """)
    }
}
