extension Schema {
    /// `thumbnails.db`: a table for each size, so that reading one does not
    /// pass over the other. `identity` is that of the library it belongs to.
    ///
    /// Shared contents have tables of their own: they are no photos of the
    /// library, and what is of it is found by its LUID.
    static let thumbnails = Schema(
        applicationID: 0x4361_5468, steps: [thumbnailsFormat1, sharedThumbnails])

    private static let sharedThumbnails = """
        CREATE TABLE shared_75 (
            content_hash BLOB NOT NULL UNIQUE,
            jpeg BLOB NOT NULL
        ) STRICT;
        CREATE TABLE shared_256 (
            content_hash BLOB NOT NULL UNIQUE,
            jpeg BLOB NOT NULL
        ) STRICT;
        """

    private static let thumbnailsFormat1 = """
        CREATE TABLE meta (
            key TEXT PRIMARY KEY,
            value BLOB NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE thumbnails_75 (
            luid INTEGER PRIMARY KEY,
            jpeg BLOB NOT NULL
        ) STRICT;
        CREATE TABLE thumbnails_256 (
            luid INTEGER PRIMARY KEY,
            jpeg BLOB NOT NULL
        ) STRICT;
        """
}
