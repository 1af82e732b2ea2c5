import CarouselServer
import Foundation
import Photos
import SQLite

/// Fills an account with photos that have no bytes: what was read from them
/// is there, and their thumbnails.
enum MadePhotoAccount {
    /// A served folder with so many photos, not running.
    /// - Parameter thumbnails: one of each size for all photos; nil for none.
    static func make(
        in folder: String, photos: Int, thumbnails: (s75: [UInt8], s256: [UInt8])? = nil
    ) throws -> ServedFolder {
        let served = try ServedFolder(in: folder)
        try served.start(decoder: "/nonexistent")
        _ = try served.client().rpc("users/get_space_usage", "null")
        served.stop()
        try MadeAccount.fill(served.data, files: photos)
        try fillFeed(served.data, photos: photos)
        if let thumbnails { try fillShelf(served.data, thumbnails) }
        return served
    }

    /// Entries as the server spells them, with all that is mostly known.
    private static func fillFeed(_ data: String, photos: Int) throws {
        let connection = try Connection(path: Array("\(data)/files.db".utf8), access: .readWrite)
        try connection.execute("PRAGMA synchronous = OFF")
        try connection.begin(.writing)
        try connection.execute(
            """
            INSERT INTO photos (account, sequence, node, hash, shown)
                SELECT 1, node, node, hash, CAST('{"id":"id:AAAAAAAAAAEAAAAA' ||
                    printf('%06d', node) || '","order":' || node || ',"path_lower":"' || key ||
                    '","path_display":"' || display || '","rev":"' || printf('%016x', revision) ||
                    '","content_hash":"' || lower(hex(hash)) || '","size":3000000,' ||
                    '"client_modified":"2014-05-13T16:53:20Z","hidden":false,"favourite":false,' ||
                    '"facts":"ready","kind":"photo","width":4032,"height":3024,' ||
                    '"taken_local":"2014-05-13T18:53:20.000","utc_offset_minutes":120,' ||
                    '"date_source":"exif","zone":"written","gps":{"latitude":46.05,' ||
                    '"longitude":14.51},"camera":"Canon EOS 70D","form":"still",' ||
                    '"thumbhash":"YQgGFwT3iIeIeHeHeHd3eIeId4d3iHg="}' AS BLOB)
                FROM entries WHERE account = 1 AND hash IS NOT NULL ORDER BY node;
            INSERT INTO photo_facts (hash, message, thumbhash)
                SELECT DISTINCT hash, X'', X'00' FROM entries WHERE hash IS NOT NULL;
            UPDATE accounts SET photo_sequence = \(photos + 1) WHERE account = 1;
            """)
        try connection.commit()
    }

    /// In the order of the feed, as they are made.
    private static func fillShelf(
        _ data: String, _ thumbnails: (s75: [UInt8], s256: [UInt8])
    ) throws {
        let shelf = try ThumbnailShelf(in: data)
        let hashes = try hashes(in: data, limit: .max)
        for start in stride(from: 0, to: hashes.count, by: 1000) {
            try shelf.put(
                hashes[start..<min(start + 1000, hashes.count)].map { text in
                    guard let hash = ContentHash(hexadecimal: text) else {
                        throw BenchmarkError("a row without hash")
                    }
                    return (hash, thumbnails.s75, thumbnails.s256)
                })
        }
    }

    /// The contents of all photos in the order of the feed, as they are spelt.
    static func hashes(in data: String, limit: Int) throws -> [String] {
        let rows = try Connection(path: Array("\(data)/files.db".utf8), access: .readOnly)
        let statement = try rows.statement(
            "SELECT lower(hex(hash)) FROM photos ORDER BY account, sequence LIMIT ?")
        try statement.bind(1, Int64(limit))
        var hashes: [String] = []
        while try statement.step() { hashes.append(statement.text(0) ?? "") }
        return hashes
    }
}
