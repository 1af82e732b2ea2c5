extension Schema {
    /// What a server says, and what is to be sent to it.
    ///
    /// - `server_account` has one row while the library is linked. All other
    ///   tables of the server belong to it.
    /// - `feed_position` has one row: how far the server's changes are read.
    /// - `server_photos` has the server's photos as last placed; `next_…` the
    ///   new content of one that waits at the size gate. `path` is where the
    ///   file lies there. A photo without a row in `server_photo_luids` waits
    ///   itself; `is_settled` is null then and with a new content.
    /// - `server_contents`: what the server says of bytes, whatever photos of
    ///   it have them. Kept when these are gone, for an undo.
    /// - `photo_upload_operations`: uploads that are not finished, and those
    ///   that ended with something to tell. States as in
    ///   `photo_operation_parts`, of which 1 is sent and 2 answered, at a
    ///   sequence of an epoch. `session` and `session_bytes` are of an upload
    ///   under way. Both tables and `photo_operations` share their numbers.
    /// - `photo_operation_parts.prior` is what a flag was before, null when it
    ///   was the opposite; `outcome` how a part ended, where the state alone
    ///   does not tell; `reason` the server's own words.
    /// - `photo_operation_targets`: what a part is sent with, in order, by
    ///   kind: ids 0, contents 1, superseded contents 2, cancelled uploads 3,
    ///   left out LUIDs 4, shared ids 5 with their contents 6, a share's
    ///   LUIDs 7.
    /// - `photos.user_flags` has 8 while a photo is to be restored of which no
    ///   file is left anywhere.
    /// - `local_photos.changed_from`: the bytes before an edit that is not
    ///   judged; `is_superseded`: bytes that the server has replaced;
    ///   `is_held`: waits at the size gate with the LUID it had.
    /// - `refused_contents`: their upload has finally failed.
    static let server = """
        CREATE TABLE server_account (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            url TEXT NOT NULL,
            account TEXT NOT NULL,
            device TEXT NOT NULL,
            linked_ms INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE feed_position (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            cursor TEXT,
            epoch INTEGER NOT NULL,
            reached INTEGER NOT NULL,
            applied INTEGER NOT NULL,
            listing INTEGER NOT NULL,
            listing_began INTEGER,
            is_incomplete INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE server_photos (
            id INTEGER PRIMARY KEY,
            server_id TEXT NOT NULL UNIQUE,
            content_hash BLOB NOT NULL,
            size INTEGER NOT NULL,
            revision TEXT NOT NULL,
            flags INTEGER NOT NULL,
            creation_order INTEGER NOT NULL,
            path TEXT,
            next_hash BLOB,
            next_size INTEGER,
            next_revision TEXT,
            next_flags INTEGER,
            next_order INTEGER,
            replaced_by BLOB,
            is_leaving INTEGER NOT NULL,
            listing INTEGER NOT NULL,
            told_by INTEGER,
            is_settled INTEGER
        ) STRICT;
        CREATE INDEX server_photos_by_content ON server_photos (content_hash);
        CREATE INDEX server_photos_by_next ON server_photos (next_hash)
            WHERE next_hash IS NOT NULL;
        CREATE INDEX server_photos_by_size ON server_photos (size);
        CREATE INDEX server_photos_by_next_size ON server_photos (next_size)
            WHERE next_size IS NOT NULL;
        CREATE INDEX server_photos_unsettled ON server_photos (server_id)
            WHERE is_settled IS NULL;
        CREATE INDEX server_photos_leaving ON server_photos (server_id) WHERE is_leaving = 1;
        CREATE INDEX server_photos_told ON server_photos (server_id) WHERE told_by IS NOT NULL;

        CREATE TABLE server_photo_luids (
            photo INTEGER PRIMARY KEY REFERENCES server_photos (id) ON DELETE CASCADE,
            luid INTEGER NOT NULL REFERENCES photos (luid)
        ) STRICT;
        CREATE INDEX server_photo_luids_by_luid ON server_photo_luids (luid);
        CREATE VIEW server_rows AS
            SELECT s.server_id, s.content_hash, s.size, s.revision, s.flags, s.creation_order,
                m.luid, s.next_hash, s.next_size, s.next_revision, s.next_flags, s.next_order,
                s.replaced_by, s.is_leaving, s.listing, s.told_by, s.is_settled, s.path
            FROM server_photos s LEFT JOIN server_photo_luids m ON m.photo = s.id;

        CREATE TABLE server_contents (
            content_hash BLOB PRIMARY KEY,
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
            name TEXT NOT NULL,
            thumb_hash BLOB
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE photo_upload_operations (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            op_id BLOB NOT NULL UNIQUE,
            luid INTEGER NOT NULL REFERENCES photos (luid),
            content_hash BLOB NOT NULL,
            size INTEGER NOT NULL,
            replaces_id TEXT,
            replaces_revision TEXT,
            is_wish INTEGER NOT NULL,
            is_found INTEGER NOT NULL,
            is_urgent INTEGER NOT NULL,
            state INTEGER NOT NULL DEFAULT 0,
            epoch INTEGER,
            sequence INTEGER,
            outcome INTEGER,
            reason TEXT,
            session TEXT,
            session_bytes INTEGER
        ) STRICT;
        CREATE INDEX photo_upload_operations_by_luid ON photo_upload_operations (luid);

        ALTER TABLE photo_operation_parts ADD COLUMN prior INTEGER;
        ALTER TABLE photo_operation_parts ADD COLUMN epoch INTEGER;
        ALTER TABLE photo_operation_parts ADD COLUMN sequence INTEGER;
        ALTER TABLE photo_operation_parts ADD COLUMN outcome INTEGER;
        ALTER TABLE photo_operation_parts ADD COLUMN reason TEXT;
        DROP INDEX photo_operation_parts_waiting;
        CREATE INDEX photo_operation_parts_by_luid ON photo_operation_parts (luid);
        CREATE INDEX photo_operation_parts_unfinished ON photo_operation_parts (id)
            WHERE state < 3;
        CREATE TABLE photo_operation_targets (
            part INTEGER NOT NULL REFERENCES photo_operation_parts (id) ON DELETE CASCADE,
            kind INTEGER NOT NULL,
            position INTEGER NOT NULL,
            value ANY NOT NULL,
            PRIMARY KEY (part, kind, position)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE refused_contents (
            content_hash BLOB PRIMARY KEY
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE quarantined_entries (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            entry TEXT NOT NULL UNIQUE
        ) STRICT;

        ALTER TABLE roots ADD COLUMN uploads INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE local_photos ADD COLUMN changed_from BLOB;
        ALTER TABLE local_photos ADD COLUMN is_superseded INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE local_photos ADD COLUMN is_held INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX local_photos_superseded ON local_photos (content_hash)
            WHERE is_superseded = 1;
        CREATE VIEW files_in_trash AS
            SELECT t.file AS id, f.root, f.size, f.hash_state, f.content_hash, f.found_walk,
                t.luid, t.state, p.op_id
            FROM trashed_files t JOIN local_photos f ON f.id = t.file
            LEFT JOIN photo_operation_parts p ON p.id = t.part;
        CREATE VIEW queued_parts AS
            SELECT id, operation, op_id, luid, action, state, epoch, sequence, prior, voided_by
            FROM photo_operation_parts;
        DROP VIEW files;
        CREATE VIEW files AS
            SELECT f.id, f.root, f.path, f.size, f.mtime_ns, f.ctime_ns, f.inode, f.device,
                f.kind, f.taken, f.utc_offset_minutes, f.date_source, f.width, f.height,
                f.latitude, f.longitude, f.camera, f.duration_ms, f.hash_state,
                f.content_hash, f.edit, f.is_missing,
                NOT f.is_missing AND r.is_available AS is_reachable, m.luid, f.is_settled,
                f.zone, f.form, f.is_animated, f.motion_offset, f.motion_length,
                f.content_identifier, f.folder, f.stem, r.is_removed,
                NOT f.is_superseded AND NOT f.is_held AS is_current
            FROM local_photos f
            JOIN roots r ON r.id = f.root
            LEFT JOIN local_photo_luids m ON m.file = f.id;
        CREATE VIEW files_in_folders AS
            SELECT f.id, f.root, f.size, f.hash_state, f.content_hash, m.luid, f.changed_from,
                f.edit, f.found_walk, f.is_superseded, f.is_held, f.is_settled
            FROM local_photos f LEFT JOIN local_photo_luids m ON m.file = f.id
            WHERE NOT EXISTS (SELECT 1 FROM trashed_files t WHERE t.file = f.id);
        """
}
