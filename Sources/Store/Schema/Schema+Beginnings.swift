extension Schema {
    /// Files of one size that begin differently need not be compared any
    /// further: a thousand RAW files of one size are settled by as many rows as
    /// may be equal, not by a thousand.
    ///
    /// - `local_photos.beginning`: the digest of the first bytes
    ///   (`FileBeginning`) of the file that the row describes; null while
    ///   nobody has looked.
    /// - `local_photos_by_inode` finds the former row of a file that was
    ///   renamed before it was hashed, among as many of its size.
    static let beginnings = """
        ALTER TABLE local_photos ADD COLUMN beginning INTEGER;
        DROP INDEX local_photos_by_size;
        CREATE INDEX local_photos_by_size
            ON local_photos (size, is_settled, hash_state, beginning);
        CREATE INDEX local_photos_by_inode ON local_photos (inode) WHERE content_hash IS NULL;
        CREATE VIEW file_standings AS
            SELECT f.id, f.size, f.hash_state, f.content_hash, m.luid, f.edit,
                NOT f.is_missing AND r.is_available AS is_reachable, f.beginning, f.is_settled
            FROM local_photos f
            JOIN roots r ON r.id = f.root
            LEFT JOIN local_photo_luids m ON m.file = f.id;
        """
}
