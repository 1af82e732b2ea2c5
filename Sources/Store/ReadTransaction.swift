import Photos
internal import SQLite

/// One consistent view of the library, valid inside the closure it is handed
/// to. The tables' own calls are in `Tables`.
public struct ReadTransaction {
    let connection: Connection
    let file: FilePath

    /// Runs one statement.
    func run<Result>(
        _ sql: StaticString, _ body: (borrowing Statement) throws(SQLiteError) -> Result
    ) throws(StoreError) -> Result {
        do throws(SQLiteError) {
            let statement = try connection.statement(sql)
            return try body(statement)
        } catch {
            throw StoreError(error, file: file)
        }
    }

    /// All rows of one statement, each made a value.
    func all<Row>(
        _ sql: StaticString,
        bind: (borrowing Statement) throws(SQLiteError) -> Void = { _ in },
        row: (borrowing Statement) -> Row
    ) throws(StoreError) -> [Row] {
        try run(sql) { statement throws(SQLiteError) in
            try bind(statement)
            var rows: [Row] = []
            while try statement.step() { rows.append(row(statement)) }
            return rows
        }
    }

    /// The first row of one statement; nil when there is none.
    func first<Row>(
        _ sql: StaticString,
        bind: (borrowing Statement) throws(SQLiteError) -> Void = { _ in },
        row: (borrowing Statement) -> Row
    ) throws(StoreError) -> Row? {
        try run(sql) { statement throws(SQLiteError) in
            try bind(statement)
            return try statement.step() ? row(statement) : nil
        }
    }
}
