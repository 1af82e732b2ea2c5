extension Schema {
    /// What is in the trash outlives the folder it came from, and the delete
    /// knows how far the library had heard of its folders.
    ///
    /// - `roots.is_removed`: the folder is not in the library any more; the
    ///   row stays as long as a file of it is in the trash.
    /// - `tombstone_marks.last_file`: where the library knew every file there
    ///   was at the deletion, the newest one: a file with a higher number came
    ///   after it. Null where it may not have.
    static let removedRoots = """
        ALTER TABLE roots ADD COLUMN is_removed INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE tombstone_marks ADD COLUMN last_file INTEGER;
        DROP VIEW trash_moves;
        CREATE VIEW trash_moves AS
            SELECT t.file, t.luid, t.state, t.path, t.trash_path,
                f.size, f.mtime_ns, f.ctime_ns, f.inode, f.device, f.hash_state, f.content_hash,
                r.path AS root_path, r.is_available OR r.is_removed AS is_available
            FROM trashed_files t JOIN local_photos f ON f.id = t.file
            JOIN roots r ON r.id = f.root;
        DROP VIEW files;
        CREATE VIEW files AS
            SELECT f.id, f.root, f.path, f.size, f.mtime_ns, f.ctime_ns, f.inode, f.device,
                f.kind, f.taken, f.utc_offset_minutes, f.date_source, f.width, f.height,
                f.latitude, f.longitude, f.camera, f.duration_ms, f.hash_state,
                f.content_hash, f.edit, f.is_missing,
                NOT f.is_missing AND r.is_available AS is_reachable, m.luid, f.is_settled,
                f.zone, f.form, f.is_animated, f.motion_offset, f.motion_length,
                f.content_identifier, f.folder, f.stem, r.is_removed
            FROM local_photos f
            JOIN roots r ON r.id = f.root
            LEFT JOIN local_photo_luids m ON m.file = f.id;
        """
}
