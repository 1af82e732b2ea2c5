import SQLite

/// A value bound to a statement.
enum SQLValue: Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])

    /// An integer or NULL.
    static func optional(_ value: Int64?) -> SQLValue { value.map { .integer($0) } ?? .null }
    /// Text or NULL.
    static func optional(_ value: String?) -> SQLValue { value.map { .text($0) } ?? .null }
}

/// A connection whose errors are the server's.
struct Database {
    let connection: Connection

    /// Runs a statement whose rows nobody wants.
    func run(_ sql: StaticString, _ values: [SQLValue] = []) throws(ServerError) {
        do throws(SQLiteError) {
            let statement = try connection.statement(sql)
            try bind(values, to: statement)
            try statement.run()
        } catch {
            throw ServerError(error)
        }
    }

    /// Runs a statement. - Returns: the rows it changed.
    func changes(_ sql: StaticString, _ values: [SQLValue] = []) throws(ServerError) -> Int {
        try run(sql, values)
        return connection.changedRows
    }

    /// The first row; nil without one.
    func first<Row>(
        _ sql: StaticString, _ values: [SQLValue] = [], _ row: (borrowing Statement) -> Row
    ) throws(ServerError) -> Row? {
        do throws(SQLiteError) {
            let statement = try connection.statement(sql)
            try bind(values, to: statement)
            return try statement.step() ? row(statement) : nil
        } catch {
            throw ServerError(error)
        }
    }

    /// All rows.
    func all<Row>(
        _ sql: StaticString, _ values: [SQLValue] = [], _ row: (borrowing Statement) -> Row
    ) throws(ServerError) -> [Row] {
        var rows: [Row] = []
        try each(sql, values) { statement in
            rows.append(row(statement))
            return true
        }
        return rows
    }

    /// Gives the rows one by one while `body` wants more.
    func each(
        _ sql: StaticString, _ values: [SQLValue] = [], _ body: (borrowing Statement) -> Bool
    ) throws(ServerError) {
        do throws(SQLiteError) {
            let statement = try connection.statement(sql)
            try bind(values, to: statement)
            while try statement.step() {
                guard body(statement) else { return }
            }
        } catch {
            throw ServerError(error)
        }
    }

    private func bind(
        _ values: [SQLValue], to statement: borrowing Statement
    ) throws(SQLiteError) {
        for (index, value) in values.enumerated() {
            let parameter = Int32(index + 1)
            switch value {
            case .null: try statement.bindNull(parameter)
            case .integer(let integer): try statement.bind(parameter, integer)
            case .real(let number): try statement.bind(parameter, number)
            case .text(let text): try statement.bind(parameter, text)
            case .blob(let bytes): try statement.bind(parameter, bytes)
            }
        }
    }
}

extension ServerError {
    init(_ error: SQLiteError) {
        self =
            switch error.kind {
            case .busy: .busy
            case .diskFull: .diskFull
            case .corrupt, .notADatabase: .damaged("\(error)")
            default: .failed("\(error)")
            }
    }
}
