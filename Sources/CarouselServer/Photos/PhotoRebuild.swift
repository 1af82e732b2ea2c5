import DropboxAPI

/// Makes the photo feed of every account from its files, where the store has
/// none: one of an older version, or one of which it was lost.
struct PhotoRebuild {
    /// Files of one transaction.
    private static let step = 500

    let commits: CommitQueue
    let surroundings: Surroundings

    /// Returns when all feeds are there. A crash in between has it begin anew.
    func runWhereNeeded() async throws(ServerError) {
        let accounts = try await commits.perform { machine throws(ServerError) in
            let database = machine.metadata.database
            let isBuilt = try database.first("SELECT 1 FROM settings WHERE name = 'photos'") {
                _ in true
            }
            guard isBuilt == nil else { return [AccountNumber]() }
            return try database.all("SELECT account FROM accounts ORDER BY account") {
                AccountNumber($0.int64(0))
            }
        }
        for account in accounts {
            var key: String?
            repeat {
                key = try await commits.perform(account) { [key] machine throws(ServerError) in
                    try machine.rebuildPhotos(
                        of: account, after: key, limit: Self.step, now: surroundings.now())
                }
            } while key != nil
        }
        try await commits.perform { machine throws(ServerError) in
            try machine.metadata.database.run(
                "INSERT OR IGNORE INTO settings VALUES ('photos', 1)")
        }
    }
}
