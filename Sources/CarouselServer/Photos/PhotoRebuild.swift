import DropboxAPI

/// Makes the photo feed of every account from its files, where the store has
/// none: one of an older version, or one of which it was lost. One that has a
/// feed and knew nothing of sidecars gets these alone.
struct PhotoRebuild {
    /// Files of one transaction.
    private static let step = 500

    let commits: CommitQueue
    let surroundings: Surroundings

    /// Returns when all feeds are there. A crash in between has it begin anew.
    func runWhereNeeded() async throws(ServerError) {
        let (hasFeed, accounts) = try await commits.perform { machine throws(ServerError) in
            let database = machine.metadata.database
            let built = try database.all(
                "SELECT name FROM settings WHERE name IN ('photos', 'sidecars')"
            ) { $0.text(0) ?? "" }
            let hasFeed = built.contains("photos")
            guard !hasFeed || !built.contains("sidecars") else {
                return (hasFeed, [AccountNumber]())
            }
            return (
                hasFeed,
                try database.all("SELECT account FROM accounts ORDER BY account") {
                    AccountNumber($0.int64(0))
                }
            )
        }
        for account in accounts {
            var key: String?
            repeat {
                key = try await commits.perform(account) { [key] machine throws(ServerError) in
                    try machine.rebuildPhotos(
                        of: account, after: key, limit: Self.step, now: surroundings.now(),
                        hasFeed: hasFeed)
                }
            } while key != nil
        }
        try await commits.perform { machine throws(ServerError) in
            try machine.metadata.database.run(
                "INSERT OR IGNORE INTO settings VALUES ('photos', 1), ('sidecars', 1)")
        }
    }
}
