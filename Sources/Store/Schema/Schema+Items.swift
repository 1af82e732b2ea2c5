extension Schema {
    /// Adds items of several photos, sidecars, and where a time's zone comes
    /// from.
    ///
    /// - `folder` and `stem` are numbers of `FilePlace`; null in rows of an
    ///   older format, until the next scan.
    /// - `own_dates` has what a file itself says where a sidecar or a neighbour
    ///   says more: the row in `local_photos` then has the outcome.
    /// - `sidecars.taken` and the rest are what the sidecar says; all null when
    ///   it says nothing.
    /// - A photo in `item_parts` is not in `timeline` as long as its item is.
    static let itemsAndSidecars = """
        ALTER TABLE local_photos ADD COLUMN zone INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE local_photos ADD COLUMN form INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE local_photos ADD COLUMN is_animated INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE local_photos ADD COLUMN motion_offset INTEGER;
        ALTER TABLE local_photos ADD COLUMN motion_length INTEGER;
        ALTER TABLE local_photos ADD COLUMN content_identifier TEXT;
        ALTER TABLE local_photos ADD COLUMN folder INTEGER;
        ALTER TABLE local_photos ADD COLUMN stem INTEGER;
        UPDATE local_photos SET form = 2 WHERE kind = 1;
        CREATE INDEX local_photos_by_folder ON local_photos (folder);
        CREATE INDEX local_photos_by_stem ON local_photos (stem);
        CREATE INDEX local_photos_by_identifier ON local_photos (content_identifier)
            WHERE content_identifier IS NOT NULL;
        CREATE INDEX local_photos_by_instant
            ON local_photos (taken - utc_offset_minutes * 60000) WHERE zone = 1;
        CREATE INDEX local_photos_in_utc ON local_photos (id) WHERE zone IN (3, 4);

        CREATE TABLE own_dates (
            file INTEGER PRIMARY KEY REFERENCES local_photos (id) ON DELETE CASCADE,
            taken INTEGER,
            utc_offset_minutes INTEGER,
            date_source INTEGER NOT NULL,
            zone INTEGER NOT NULL,
            latitude REAL,
            longitude REAL
        ) STRICT;

        CREATE TABLE sidecars (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            root INTEGER NOT NULL REFERENCES roots (id) ON DELETE CASCADE,
            path BLOB NOT NULL UNIQUE,
            folder INTEGER NOT NULL,
            size INTEGER NOT NULL,
            mtime_ns INTEGER NOT NULL,
            ctime_ns INTEGER NOT NULL,
            inode INTEGER NOT NULL,
            device INTEGER NOT NULL,
            kind INTEGER NOT NULL,
            taken INTEGER,
            utc_offset_minutes INTEGER,
            zone INTEGER NOT NULL,
            latitude REAL,
            longitude REAL
        ) STRICT;
        CREATE INDEX sidecars_by_root ON sidecars (root);
        CREATE INDEX sidecars_by_folder ON sidecars (folder);

        CREATE TABLE file_sidecars (
            file INTEGER NOT NULL REFERENCES local_photos (id) ON DELETE CASCADE,
            sidecar INTEGER NOT NULL REFERENCES sidecars (id) ON DELETE CASCADE,
            PRIMARY KEY (file, sidecar)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX file_sidecars_by_sidecar ON file_sidecars (sidecar);

        CREATE TABLE item_parts (
            luid INTEGER PRIMARY KEY REFERENCES photos (luid),
            item INTEGER NOT NULL REFERENCES photos (luid),
            role INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX item_parts_by_item ON item_parts (item);

        CREATE INDEX photos_with_unused_thumbnails ON photos (luid)
            WHERE taken IS NULL AND thumb_hash IS NOT NULL;

        DROP VIEW files;
        CREATE VIEW files AS
            SELECT f.id, f.root, f.path, f.size, f.mtime_ns, f.ctime_ns, f.inode, f.device,
                f.kind, f.taken, f.utc_offset_minutes, f.date_source, f.width, f.height,
                f.latitude, f.longitude, f.camera, f.duration_ms, f.hash_state,
                f.content_hash, f.edit, f.is_missing,
                NOT f.is_missing AND r.is_available AS is_reachable, m.luid, f.is_settled,
                f.zone, f.form, f.is_animated, f.motion_offset, f.motion_length,
                f.content_identifier, f.folder, f.stem
            FROM local_photos f
            JOIN roots r ON r.id = f.root
            LEFT JOIN local_photo_luids m ON m.file = f.id;
        """
}
