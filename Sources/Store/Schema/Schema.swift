internal import SQLite

/// The tables of one database file and how older forms of it become the
/// present one.
package struct Schema: Sendable {
    /// Tells our files from those of other programs (`PRAGMA application_id`).
    package let applicationID: Int64
    /// Step n leads from format n to format n + 1. A step that was released is
    /// never changed.
    package let steps: [String]

    /// The format that this version of the program writes.
    var version: Int { steps.count }
}

/// What a database file is, by its header.
enum FileForm: Equatable {
    /// No tables yet.
    case empty
    case ours(version: Int)
    case foreign

    init(of connection: Connection, _ schema: Schema) throws(SQLiteError) {
        let tables = try connection.integer("SELECT count(*) FROM sqlite_schema") ?? 0
        let application = try connection.integer("PRAGMA application_id") ?? 0
        let version = try connection.integer("PRAGMA user_version") ?? 0
        if application == schema.applicationID {
            self = .ours(version: Int(version))
        } else {
            self = tables == 0 && application == 0 ? .empty : .foreign
        }
    }
}

extension Schema {
    /// Brings a file to the present format, each step in a transaction of its
    /// own: a crash leaves the old format or the new one.
    ///
    /// The file is empty or ours, and not newer than the present format.
    func migrate(_ connection: Connection) throws(SQLiteError) {
        while true {
            let isDone = try connection.transaction(.writing) { () throws(SQLiteError) in
                // Read within the lock: another process may have been quicker.
                let done = Int(try connection.integer("PRAGMA user_version") ?? 0)
                guard done < version else { return true }
                try connection.execute(steps[done])
                try connection.execute("PRAGMA application_id = \(applicationID)")
                try connection.execute("PRAGMA user_version = \(done + 1)")
                return false
            }
            if isDone { return }
        }
    }
}
