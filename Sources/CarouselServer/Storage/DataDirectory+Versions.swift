import SQLite

extension DataDirectory {
    /// Gives `files.db` of an older version what it lacks, in one transaction.
    func bringUpToDate() throws(ServerError) {
        let connection = try openFiles(forWriting: true)
        do throws(SQLiteError) {
            let version = try connection.integer("PRAGMA user_version") ?? 0
            guard version < MetadataSchema.version else { return }
            try connection.begin(.writing)
            // Version 1 had no photos, 2 no sidecars, 3 no conversations.
            if version < 2 { try connection.execute(MetadataSchema.photoDefinitions) }
            if version < 3 { try connection.execute(MetadataSchema.sidecarDefinitions) }
            try connection.execute(MetadataSchema.conversationDefinitions)
            try connection.execute("PRAGMA user_version = \(MetadataSchema.version)")
            try connection.commit()
        } catch {
            connection.rollback()
            throw ServerError(error)
        }
    }
}
