public import Photos
internal import SQLite

/// A name in the trash that no file is to have any more, while the note about
/// it may still be there.
public struct GivenUpName: Hashable, Sendable {
    public var id: Int64
    /// The place in the trash.
    public var trashPath: FilePath
    /// The place in its folder of the file that the name was taken for.
    public var path: FilePath
}

extension ReadTransaction {
    /// Names to be given back in the order in which they were given up, those
    /// after `after`, by id.
    public func givenUpNames(
        after: Int64 = 0, limit: Int
    ) throws(StoreError) -> [GivenUpName] {
        try all(
            """
            SELECT id, trash_path, path FROM given_up_names WHERE id > ? ORDER BY id LIMIT ?
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, after)
            try statement.bind(2, Int64(limit))
        } row: {
            GivenUpName(id: $0.int64(0), trashPath: $0.path(1), path: $0.path(2))
        }
    }
}

extension WriteTransaction {
    /// The notes of these are not there any more, or are not ours.
    public func forgetGivenUpNames(_ ids: [Int64]) throws(StoreError) {
        for id in ids {
            try run("DELETE FROM given_up_names WHERE id = ?") {
                statement throws(SQLiteError) in
                try statement.bind(1, id)
            }
        }
    }
}
