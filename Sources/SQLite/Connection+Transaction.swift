internal import CSQLite

extension Connection {
    /// How a transaction begins.
    public enum TransactionKind: Hashable, Sendable {
        /// Takes its view at the first read and never waits.
        case reading
        /// Takes the writer's lock at once, so that it cannot fail for it later.
        case writing
    }

    public func begin(_ kind: TransactionKind) throws(SQLiteError) {
        try run(kind == .reading ? "BEGIN DEFERRED" : "BEGIN IMMEDIATE")
    }

    /// Ends the transaction and keeps its changes. When it throws, the
    /// transaction is still open, and `rollback` is due.
    public func commit() throws(SQLiteError) {
        try run("COMMIT")
    }

    /// Ends the transaction without its changes. Does nothing where SQLite has
    /// done so by itself, as it does after a full disk.
    public func rollback() {
        guard isInTransaction else { return }
        do {
            try run("ROLLBACK")
        } catch {
            // SQLite: "a ROLLBACK will always succeed"; an error that it
            // reports is the one that ended the transaction, known already.
        }
    }

    /// Runs `body` in a transaction: all of it, or nothing when it throws.
    public func transaction<Result>(
        _ kind: TransactionKind, _ body: () throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
        try begin(kind)
        do throws(SQLiteError) {
            let result = try body()
            try commit()
            return result
        } catch {
            rollback()
            throw error
        }
    }

    private func run(_ sql: StaticString) throws(SQLiteError) {
        let statement = try statement(sql)
        try statement.run()
    }
}
