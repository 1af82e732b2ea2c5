import DropboxAPI
import Synchronization

/// Forgets what is older than the rules keep, and removes what nobody needs:
/// in small steps between the changes of users.
final class Upkeep: Sendable {
    /// Rows of a removed account forgotten in one transaction.
    private static let rowsAtOnce: Int64 = 2000

    private let store: FileStore
    private let shelf: ThumbnailShelf
    private let book: AccountBook
    private let log: Log
    private let hasSwept = Mutex(false)
    private let clock: RetentionClock

    init(store: FileStore, shelf: ThumbnailShelf, book: AccountBook, log: Log) {
        self.store = store
        self.shelf = shelf
        self.book = book
        self.log = log
        clock = RetentionClock(store: store)
    }

    /// One round. What goes wrong is logged, and tried again in the next.
    func run() async {
        do throws(ServerError) {
            try await forgetRemovedAccounts()
            let now = try await clock.time()
            if now == nil { log.write(.error, "clock_jumped") }
            for account in now == nil ? [] : try accounts() {
                guard let now else { break }
                while try await store.commits.perform(
                    nil, { machine throws(ServerError) in try machine.tidy(account, at: now) })
                {}
            }
            let collector = Collector(directory: store.directory, folder: store.blobs)
            while try await withTaskExecutorPreference(
                store.threads, operation: { () async throws(ServerError) in try collector.settle() }
            ) {}
            if !hasSwept.withLock({ $0 }) {
                let isSwept = try await sweep(collector)
                hasSwept.withLock { $0 = isSwept }
            }
            while true {
                let (removed, hasMore) = try await store.commits.performAlone {
                    machine throws(ServerError) in
                    try collector.collect(machine.metadata)
                }
                try shelf.remove(removed)
                guard hasMore else { break }
            }
            while try await withTaskExecutorPreference(
                store.threads,
                operation: { () async throws(ServerError) in try shelf.packed.compact() }
            ) {}
        } catch {
            log.write(.error, "upkeep_failed", [("reason", .text("\(error)"))])
        }
    }

    /// What a crash may have left. Once after each start.
    /// - Returns: false when it has to be done again.
    private func sweep(_ collector: Collector) async throws(ServerError) -> Bool {
        for shelf in BlobFolder.shelves {
            let isDone = try await store.commits.performAlone { machine throws(ServerError) in
                try collector.sweep(shelf: shelf, machine.metadata)
            }
            guard isDone else { return false }
        }
        return true
    }

    private func accounts() throws(ServerError) -> [AccountNumber] {
        try store.readers.read { metadata throws(ServerError) in
            try metadata.database.all("SELECT account FROM accounts ORDER BY account") {
                AccountNumber($0.int64(0))
            }
        }
    }

    private func forgetRemovedAccounts() async throws(ServerError) {
        // Accounts first: one that is opened meanwhile has its user already.
        let now = store.surroundings.now()
        let accounts = try accounts()
        let users = Set(try book.users().map(\.account))
        for account in accounts where !users.contains(account) {
            store.close(account)
            log.write(.info, "account_forgotten", [("account", .number(account.rawValue))])
            try await store.commits.perform { machine throws(ServerError) in
                try machine.forgetSessions(of: account, idleSince: Timestamp(seconds: .max))
            }
            while try await store.commits.perform(
                nil,
                { machine throws(ServerError) in
                    try machine.leaveConversations(account, now: now, limit: 100)
                })
            {}
            while try await store.commits.perform(
                nil,
                { machine throws(ServerError) in
                    try machine.metadata.forget(account, rows: Self.rowsAtOnce)
                })
            {}
        }
    }
}

extension SQLiteMetadata {
    /// Forgets some rows of an account whose user is gone.
    /// - Returns: whether there are more.
    func forget(_ account: AccountNumber, rows: Int64) throws(ServerError) -> Bool {
        let bounds: [SQLValue] = [.integer(account.rawValue), .integer(rows)]
        try database.run(
            """
            INSERT OR IGNORE INTO garbage SELECT hash FROM revisions WHERE account = ?
            ORDER BY number LIMIT ?
            """, bounds)
        let steps: [StaticString] = [
            """
            DELETE FROM revisions WHERE account = ?1 AND number IN
                (SELECT number FROM revisions WHERE account = ?1 ORDER BY number LIMIT ?2)
            """,
            """
            DELETE FROM entries WHERE account = ?1 AND key IN
                (SELECT key FROM entries WHERE account = ?1 LIMIT ?2)
            """,
            """
            DELETE FROM gravestones WHERE account = ?1 AND key IN
                (SELECT key FROM gravestones WHERE account = ?1 LIMIT ?2)
            """,
            """
            DELETE FROM placements WHERE account = ?1 AND (key, sequence) IN
                (SELECT key, sequence FROM placements WHERE account = ?1 LIMIT ?2)
            """,
            """
            DELETE FROM photos WHERE account = ?1 AND sequence IN
                (SELECT sequence FROM photos WHERE account = ?1 LIMIT ?2)
            """,
            """
            DELETE FROM photo_flags WHERE account = ?1 AND hash IN
                (SELECT hash FROM photo_flags WHERE account = ?1 LIMIT ?2)
            """,
            """
            DELETE FROM content_ends WHERE account = ?1 AND hash IN
                (SELECT hash FROM content_ends WHERE account = ?1 LIMIT ?2)
            """,
            """
            DELETE FROM sidecars WHERE account = ?1 AND (folder, name) IN
                (SELECT folder, name FROM sidecars WHERE account = ?1 LIMIT ?2)
            """,
            """
            DELETE FROM photo_sidecars WHERE account = ?1 AND (node, position) IN
                (SELECT node, position FROM photo_sidecars WHERE account = ?1 LIMIT ?2)
            """,
            """
            DELETE FROM operations WHERE account = ?1 AND id IN
                (SELECT id FROM operations WHERE account = ?1 LIMIT ?2)
            """,
        ]
        var left = false
        for step in steps where try database.changes(step, bounds) > 0 { left = true }
        guard !left else { return true }
        let row: [SQLValue] = [.integer(account.rawValue)]
        for table: StaticString in [
            "DELETE FROM jobs WHERE account = ?", "DELETE FROM links WHERE account = ?",
            "DELETE FROM photo_links WHERE account = ?",
            "DELETE FROM unmatched WHERE account = ?",
            "DELETE FROM conversation_members WHERE account = ?",
            "DELETE FROM accounts WHERE account = ?",
        ] { try database.run(table, row) }
        return false
    }
}
