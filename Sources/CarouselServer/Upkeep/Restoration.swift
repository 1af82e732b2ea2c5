import DropboxAPI

/// Gives a store its epoch, and a new one when it comes back from a backup.
struct Restoration {
    private let commits: CommitQueue
    private let directory: DataDirectory
    private let surroundings: Surroundings

    init(_ commits: CommitQueue, _ directory: DataDirectory, _ surroundings: Surroundings) {
        self.commits = commits
        self.directory = directory
        self.surroundings = surroundings
    }

    /// The store's epoch, drawn anew where need be.
    func epoch() async throws(ServerError) -> UInt32 {
        let marker = "\(directory.path)/RESTORED"
        let isRestored = FileSystem.exists(marker)
        let drawn = UInt32(truncatingIfNeeded: surroundings.randomNumber())
        let epoch = try await commits.perform { machine throws(ServerError) in
            let database = machine.metadata.database
            let kept = try database.first("SELECT value FROM settings WHERE name = 'epoch'") {
                UInt32(truncatingIfNeeded: $0.int64(0))
            }
            if let kept, !isRestored { return kept }
            // By chance the same number would make old cursors good again.
            let epoch = drawn == kept ? drawn &+ 1 : drawn
            try database.run(
                "INSERT OR REPLACE INTO settings VALUES ('epoch', ?)", [.integer(Int64(epoch))])
            let accounts = try database.all("SELECT account FROM accounts") {
                AccountNumber($0.int64(0))
            }
            for account in accounts { try machine.beginEpoch(epoch, of: account) }
            // Their files are not part of a backup.
            try database.run("DELETE FROM sessions WHERE state < 2")
            try database.run("DELETE FROM session_blocks")
            return epoch
        }
        if isRestored {
            try FileSystem.remove(marker)
            try FileSystem.syncFolder(directory.path)
        }
        return epoch
    }
}
