extension Schema {
    /// What the user does to photos.
    ///
    /// - `photos.user_flags`: hidden 1, favourite 2, deleted 4, with all
    ///   pending operations applied. A photo that is gone keeps them.
    /// - `photo_operations` has a row for each act, `photo_operation_parts`
    ///   one for each photo that it changed. States of a part: 0 waiting (to
    ///   be sent, once there is a server that has the photo, or for its
    ///   files), 3 done, 4 undone, 5 void, by the part in `voided_by`, 6
    ///   failed, because of `failure`; 1 and 2 are kept for sent and answered.
    /// - `trashed_files`: files on their way to the trash (0), in it (1), or
    ///   on the way back (2). `path` is the place in the user's folder,
    ///   `trash_path` the one in the trash, written before the file is moved.
    ///   Until it is in the trash, `local_photos.path` is the former, and
    ///   from then on the latter, with `is_missing` set.
    /// - `tombstones`: contents that were deleted, so that bytes that come
    ///   with an old folder do not bring them back. `tombstone_marks` has the
    ///   complete walks of each root at that time, one more where a walk was
    ///   under way.
    /// - `local_photos.found_walk`: the number of the walk that found the
    ///   file; `roots.settled_walk`: of the first complete one since the root
    ///   was added or came back. `roots.excludes` has a shell pattern a line.
    static let libraryLocalState = """
        ALTER TABLE photos ADD COLUMN user_flags INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX photos_deleted ON photos (luid) WHERE user_flags & 4;
        ALTER TABLE local_photos ADD COLUMN found_walk INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE roots ADD COLUMN settled_walk INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE roots ADD COLUMN includes_hidden INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE roots ADD COLUMN excludes BLOB NOT NULL DEFAULT x'';

        CREATE TABLE photo_operations (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            op_id BLOB NOT NULL UNIQUE,
            action INTEGER NOT NULL,
            made_ms INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE photo_operation_parts (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            operation INTEGER NOT NULL REFERENCES photo_operations (id) ON DELETE CASCADE,
            op_id BLOB NOT NULL UNIQUE,
            luid INTEGER NOT NULL REFERENCES photos (luid),
            action INTEGER NOT NULL,
            state INTEGER NOT NULL DEFAULT 0,
            voided_by INTEGER,
            failure TEXT,
            failed_path BLOB
        ) STRICT;
        CREATE INDEX photo_operation_parts_by_operation ON photo_operation_parts (operation);
        CREATE INDEX photo_operation_parts_waiting ON photo_operation_parts (luid)
            WHERE state = 0;
        CREATE INDEX photo_operation_parts_voided ON photo_operation_parts (voided_by)
            WHERE voided_by IS NOT NULL;

        CREATE TABLE trashed_files (
            file INTEGER PRIMARY KEY REFERENCES local_photos (id) ON DELETE CASCADE,
            part INTEGER NOT NULL,
            luid INTEGER NOT NULL REFERENCES photos (luid),
            state INTEGER NOT NULL DEFAULT 0,
            path BLOB NOT NULL,
            trash_path BLOB
        ) STRICT;
        CREATE INDEX trashed_files_by_luid ON trashed_files (luid);
        CREATE INDEX trashed_files_by_part ON trashed_files (part);
        CREATE INDEX trashed_files_moving ON trashed_files (file) WHERE state <> 1;
        CREATE VIEW trash_moves AS
            SELECT t.file, t.luid, t.state, t.path, t.trash_path,
                f.size, f.mtime_ns, f.ctime_ns, f.inode, f.device, f.hash_state, f.content_hash,
                r.path AS root_path, r.is_available
            FROM trashed_files t JOIN local_photos f ON f.id = t.file
            JOIN roots r ON r.id = f.root;

        CREATE TABLE tombstones (
            content_hash BLOB PRIMARY KEY,
            made_ms INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE tombstone_marks (
            content_hash BLOB NOT NULL REFERENCES tombstones (content_hash) ON DELETE CASCADE,
            root INTEGER NOT NULL REFERENCES roots (id) ON DELETE CASCADE,
            walks INTEGER NOT NULL,
            PRIMARY KEY (content_hash, root)
        ) STRICT, WITHOUT ROWID;
        """
}
