import SQLite
import TestSupport
import Testing

struct StatementTests {
    let folder: TemporaryFolder
    let connection: Connection

    init() throws {
        folder = try TemporaryFolder()
        connection = try Connection(path: Array((folder.path + "/a.db").utf8), access: .create)
        try connection.execute("CREATE TABLE t (a, b, c, d)")
    }

    private func insert(_ bind: (borrowing Statement) throws -> Void) throws {
        let statement = try connection.statement("INSERT INTO t VALUES (?, ?, ?, ?)")
        try bind(statement)
        try statement.run()
    }

    private func expectRow(_ statement: borrowing Statement) throws {
        let hasRow = try statement.step()
        #expect(hasRow)
    }

    private func expectEnd(_ statement: borrowing Statement) throws {
        let hasRow = try statement.step()
        #expect(!hasRow)
    }

    @Test func valuesComeBackAsTheyWereBound() throws {
        try insert {
            try $0.bind(1, Int64.min)
            try $0.bind(2, 0.1)
            try $0.bind(3, "Zürich\0🙂")
            try $0.bind(4, [0, 255, 0] as [UInt8])
        }
        let rows = try connection.statement("SELECT * FROM t")
        try expectRow(rows)
        #expect(rows.int64(0) == .min)
        #expect(rows.optionalDouble(1) == 0.1)
        #expect(rows.text(2) == "Zürich\0🙂")
        #expect(rows.bytes(3) == [0, 255, 0])
        try expectEnd(rows)
    }

    @Test func nullIsNeitherZeroNorEmpty() throws {
        try insert {
            try $0.bind(1, nil as Int64?)
            try $0.bind(2, nil as Double?)
            try $0.bind(3, "")
            try $0.bind(4, [] as [UInt8])
        }
        let rows = try connection.statement("SELECT * FROM t")
        try expectRow(rows)
        #expect(rows.optionalInt64(0) == nil)
        #expect(rows.optionalDouble(1) == nil)
        #expect(rows.text(2) == "")
        let isNull = rows.isNull(3)
        #expect(!isNull)
        #expect(rows.bytes(3) == [])
    }

    @Test func copyingABlobTellsItsWholeLength() throws {
        try insert { try $0.bind(1, [1, 2, 3, 4, 5] as [UInt8]) }
        let rows = try connection.statement("SELECT a, b FROM t")
        try expectRow(rows)
        var room: [UInt8] = [9, 9, 9]
        let count = room.withUnsafeMutableBytes { rows.copyBytes(0, into: $0) }
        #expect(count == 5)
        #expect(room == [1, 2, 3])
        let none = room.withUnsafeMutableBytes { rows.copyBytes(1, into: $0) }
        #expect(none == 0)
    }

    @Test func statementGivenBackBeginsAnewAndWithoutItsValues() throws {
        for expected in [7, nil] as [Int64?] {
            let statement = try connection.statement("SELECT ? UNION ALL SELECT 1")
            if let expected { try statement.bind(1, expected) }
            try expectRow(statement)
            #expect(statement.optionalInt64(0) == expected)
        }
    }

    @Test func sameStatementMayBeUsedWithinItself() throws {
        for number in 1...3 {
            try insert { try $0.bind(1, Int64(number)) }
        }
        var pairs: [[Int64]] = []
        func all(_ body: (Int64) throws -> Void) throws {
            let rows = try connection.statement("SELECT a FROM t ORDER BY a")
            while try rows.step() { try body(rows.int64(0)) }
        }
        try all { outer in try all { inner in pairs.append([outer, inner]) } }
        #expect(pairs.count == 9)
        #expect(pairs.first == [1, 1] && pairs.last == [3, 3])
    }

    @Test func statementRunsAgainAfterItsEnd() throws {
        let statement = try connection.statement("INSERT INTO t (a) VALUES (?)")
        for number in 1...5 {
            try statement.bind(1, Int64(number))
            try statement.run()
        }
        #expect(try connection.integer("SELECT sum(a) FROM t") == 15)
        #expect(connection.lastInsertedID == 5)
    }

    @Test func wrongStatementNamesItself() throws {
        let error = #expect(throws: SQLiteError.self) {
            _ = try connection.statement("SELECT wrong FROM t")
        }
        #expect(error?.sql == "SELECT wrong FROM t")
        #expect(error?.message == "no such column: wrong")
        #expect(error?.kind == .other)
    }
}
