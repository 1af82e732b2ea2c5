internal import CSQLite

/// A prepared statement in use. It goes back to its connection, reset and
/// without its values, when it goes out of scope.
///
/// Parameters count from 1 and columns from 0, as in SQLite.
public struct Statement: ~Copyable {
    let handle: OpaquePointer
    /// Where its connection keeps it; nil when it does not.
    private let place: Int?
    private let connection: Connection

    init(handle: OpaquePointer, place: Int?, connection: Connection) {
        self.handle = handle
        self.place = place
        self.connection = connection
    }

    deinit {
        connection.release(handle, place: place)
    }

    /// Goes to the next row; false when there is none, after which the
    /// statement begins anew.
    public func step() throws(SQLiteError) -> Bool {
        let code = sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        if code == SQLITE_DONE {
            sqlite3_reset(handle)
            return false
        }
        throw failure(code)
    }

    /// Runs a statement of which no row is wanted to its end.
    public func run() throws(SQLiteError) {
        while try step() {}
    }

    /// Ends the present run, so that the statement can be bound and run anew.
    /// Values stay bound.
    public func reset() {
        sqlite3_reset(handle)
    }

    func failure(_ code: Int32) -> SQLiteError {
        let error = connection.error(code, sql: String(cString: sqlite3_sql(handle)))
        sqlite3_reset(handle)
        return error
    }
}
