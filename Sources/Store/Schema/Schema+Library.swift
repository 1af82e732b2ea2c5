extension Schema {
    /// `library.db`.
    ///
    /// - Paths are blobs: the bytes of the file system, compared byte by byte.
    /// - Times of files are nanoseconds UTC, capture times milliseconds of the
    ///   photographer's clock.
    /// - `timeline` is derived from the other tables and has its rows in the
    ///   order of the timeline, read backwards. Reading it is what a start
    ///   waits for, and its cost is by the column: 4 columns take 91 ns a row
    ///   in C, the same facts in 8 columns 146 ns.
    /// - `photos.taken` and `name` are the photo's key in `timeline`, both null
    ///   when it is not shown. An undated photo has the least integer.
    /// - `photos.content_hash` stays when the last file is gone, so that the
    ///   content finds its LUID again.
    package static let library = Schema(
        applicationID: 0x4361_4C69,
        steps: [
            libraryFormat1, libraryFormat2, libraryLocalState, itemsAndSidecars, removedRoots,
            server, beginnings, givenUpNames, serverItems, conversations,
        ])

    private static let libraryFormat1 = """
        CREATE TABLE meta (
            key TEXT PRIMARY KEY,
            value BLOB NOT NULL
        ) STRICT, WITHOUT ROWID;
        INSERT INTO meta VALUES ('identity', randomblob(16));

        CREATE TABLE roots (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            path BLOB NOT NULL UNIQUE,
            added_ms INTEGER NOT NULL,
            walk INTEGER NOT NULL DEFAULT 0,
            is_available INTEGER NOT NULL DEFAULT 1
        ) STRICT;

        CREATE TABLE local_photos (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            root INTEGER NOT NULL REFERENCES roots (id),
            path BLOB NOT NULL UNIQUE,
            size INTEGER NOT NULL,
            mtime_ns INTEGER NOT NULL,
            ctime_ns INTEGER NOT NULL,
            inode INTEGER NOT NULL,
            device INTEGER NOT NULL,
            kind INTEGER NOT NULL,
            taken INTEGER,
            utc_offset_minutes INTEGER,
            date_source INTEGER NOT NULL,
            width INTEGER,
            height INTEGER,
            latitude REAL,
            longitude REAL,
            camera TEXT,
            duration_ms INTEGER,
            hash_state INTEGER NOT NULL DEFAULT 0,
            content_hash BLOB,
            edit INTEGER,
            is_missing INTEGER NOT NULL DEFAULT 0,
            is_settled INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX local_photos_by_root ON local_photos (root);
        CREATE INDEX local_photos_by_size ON local_photos (size, is_settled, hash_state);
        CREATE INDEX local_photos_wanting_hash ON local_photos (id) WHERE hash_state = 0;
        CREATE INDEX local_photos_unsettled ON local_photos (size) WHERE is_settled = 0;

        CREATE TABLE photos (
            luid INTEGER PRIMARY KEY AUTOINCREMENT,
            content_hash BLOB,
            byte_size INTEGER,
            thumbnails INTEGER NOT NULL DEFAULT 0,
            thumb_hash BLOB,
            taken INTEGER,
            name INTEGER
        ) STRICT;
        CREATE UNIQUE INDEX photos_by_content ON photos (content_hash)
            WHERE content_hash IS NOT NULL;
        CREATE INDEX photos_by_size ON photos (byte_size) WHERE byte_size IS NOT NULL;
        CREATE INDEX photos_wanting_thumbnails ON photos (taken, name, luid)
            WHERE thumbnails = 0 AND taken IS NOT NULL;

        CREATE TABLE local_photo_luids (
            file INTEGER PRIMARY KEY REFERENCES local_photos (id) ON DELETE CASCADE,
            luid INTEGER NOT NULL REFERENCES photos (luid)
        ) STRICT;
        CREATE INDEX local_photo_luids_by_luid ON local_photo_luids (luid);

        CREATE TABLE luid_aliases (
            old INTEGER PRIMARY KEY,
            luid INTEGER NOT NULL REFERENCES photos (luid)
        ) STRICT;

        CREATE TABLE timeline (
            taken INTEGER NOT NULL,
            name INTEGER NOT NULL,
            luid INTEGER NOT NULL,
            cell BLOB NOT NULL,
            PRIMARY KEY (taken, name, luid)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE events (
            id INTEGER PRIMARY KEY,
            first INTEGER,
            last INTEGER
        ) STRICT;

        CREATE TABLE problems (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            path BLOB NOT NULL UNIQUE,
            root INTEGER NOT NULL REFERENCES roots (id),
            reason TEXT NOT NULL,
            detail TEXT NOT NULL,
            size INTEGER,
            mtime_ns INTEGER,
            ctime_ns INTEGER,
            inode INTEGER,
            device INTEGER
        ) STRICT;

        CREATE VIEW files AS
            SELECT f.id, f.root, f.path, f.size, f.mtime_ns, f.ctime_ns, f.inode, f.device,
                f.kind, f.taken, f.utc_offset_minutes, f.date_source, f.width, f.height,
                f.latitude, f.longitude, f.camera, f.duration_ms, f.hash_state,
                f.content_hash, f.edit, f.is_missing,
                NOT f.is_missing AND r.is_available AS is_reachable, m.luid, f.is_settled
            FROM local_photos f
            JOIN roots r ON r.id = f.root
            LEFT JOIN local_photo_luids m ON m.file = f.id;
        """

    /// The events of a part of the timeline are read without the others.
    private static let libraryFormat2 = """
        CREATE INDEX events_by_last ON events (last);
        """
}
