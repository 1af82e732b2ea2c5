extension Schema {
    /// A name that was taken in the trash is given back only when it is
    /// remembered that no file is to be there: a process that ends in between
    /// would leave the note of a file for good.
    ///
    /// - `given_up_names`: names in the trash whose notes may still be there,
    ///   `path` being what the notes are about. Filled by triggers, so that no
    ///   way out of `trashed_files` can forget it.
    static let givenUpNames = """
        CREATE TABLE given_up_names (
            id INTEGER PRIMARY KEY,
            trash_path BLOB NOT NULL,
            path BLOB NOT NULL
        ) STRICT;
        CREATE TRIGGER trash_path_changed AFTER UPDATE OF trash_path ON trashed_files
            WHEN old.trash_path IS NOT NULL AND old.trash_path IS NOT new.trash_path
            BEGIN
                INSERT INTO given_up_names (trash_path, path)
                VALUES (old.trash_path, old.path);
            END;
        CREATE TRIGGER trashed_file_forgotten AFTER DELETE ON trashed_files
            WHEN old.trash_path IS NOT NULL
            BEGIN
                INSERT INTO given_up_names (trash_path, path)
                VALUES (old.trash_path, old.path);
            END;
        """
}
