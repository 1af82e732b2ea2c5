import Foundation
import SQLite

/// Fills an account with files that have no bytes: only names are read.
enum MadeAccount {
    /// - Parameter data: a server's folder that was served once, so that its
    ///   account is there.
    static func fill(_ data: String, files: Int) throws {
        let connection = try Connection(path: Array("\(data)/files.db".utf8), access: .readWrite)
        try connection.execute("PRAGMA synchronous = OFF")
        try connection.begin(.writing)
        try connection.execute(
            """
            CREATE TEMP TABLE made AS
                WITH RECURSIVE numbers (i) AS (
                    SELECT 2 UNION ALL SELECT i + 1 FROM numbers WHERE i <= \(files))
                SELECT i, printf('2014-%02d-%02d %02d.%02d.%02d-%07d.jpg',
                    1 + i % 12, 1 + i % 28, i % 24, i % 60, i / 60 % 60, i) AS name,
                    randomblob(32) AS hash FROM numbers;
            INSERT INTO entries VALUES
                (1, '/camera uploads', '/Camera Uploads', 1, 1, 0, NULL, NULL, NULL, NULL, NULL);
            INSERT INTO entries SELECT 1, '/camera uploads/' || name,
                '/Camera Uploads/' || name, i, i, 0, i, hash, 3000000, 1400000000, 1400000000
                FROM made ORDER BY name;
            INSERT INTO revisions SELECT 1, i, i, hash, 3000000, 1400000000, 1400000000, NULL
                FROM made;
            INSERT INTO placements SELECT 1, '/camera uploads/' || name, i,
                '/Camera Uploads/' || name, i FROM made ORDER BY name;
            UPDATE accounts SET sequence = \(files + 1), used = 3000000 * \(files)
                WHERE account = 1;
            DROP TABLE made;
            """)
        try connection.commit()
    }
}
