extension Schema {
    /// Items of photos that are on the server alone.
    ///
    /// - `server_contents.zone` to `content_identifier`: as in `local_photos`;
    ///   `form` is null while the server has not looked at the bytes.
    /// - `server_photos.stem`: the number of `FilePlace.serverStem(of:)` of its
    ///   path.
    ///
    /// A library of an older format lists its server anew to learn them.
    static let serverItems = """
        ALTER TABLE server_contents ADD COLUMN zone INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE server_contents ADD COLUMN form INTEGER;
        ALTER TABLE server_contents ADD COLUMN is_animated INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE server_contents ADD COLUMN motion_offset INTEGER;
        ALTER TABLE server_contents ADD COLUMN motion_length INTEGER;
        ALTER TABLE server_contents ADD COLUMN content_identifier TEXT;
        CREATE INDEX server_contents_by_identifier ON server_contents (content_identifier)
            WHERE content_identifier IS NOT NULL;
        ALTER TABLE server_photos ADD COLUMN stem INTEGER;
        CREATE INDEX server_photos_by_stem ON server_photos (stem) WHERE stem IS NOT NULL;
        UPDATE server_photos SET is_leaving = 0 WHERE is_leaving = 1;
        UPDATE feed_position SET cursor = NULL, listing = listing + 1, listing_began = NULL,
            is_incomplete = 0;
        """
}
