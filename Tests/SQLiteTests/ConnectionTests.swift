import Foundation
import SQLite
import TestSupport
import Testing

struct ConnectionTests {
    let folder: TemporaryFolder
    var path: [UInt8] { Array((folder.path + "/a.db").utf8) }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func kind(_ body: () throws -> Void) -> SQLiteError.Kind? {
        do {
            try body()
            return nil
        } catch {
            return (error as? SQLiteError)?.kind
        }
    }

    @Test func nothingOfAFailedTransactionStays() throws {
        let connection = try Connection(path: path, access: .create)
        try connection.execute("CREATE TABLE t (a UNIQUE)")
        let failed = kind {
            try connection.transaction(.writing) { () throws(SQLiteError) in
                try connection.execute("INSERT INTO t VALUES (1)")
                try connection.execute("INSERT INTO t VALUES (1)")
            }
        }
        #expect(failed == .constraint)
        #expect(!connection.isInTransaction)
        #expect(try connection.integer("SELECT count(*) FROM t") == 0)
        try connection.transaction(.writing) { () throws(SQLiteError) in
            try connection.execute("INSERT INTO t VALUES (1)")
        }
        #expect(try connection.integer("SELECT count(*) FROM t") == 1)
    }

    @Test func secondWriterIsBusyAndMayRetry() throws {
        let first = try Connection(path: path, access: .create)
        try first.useWriteAheadLog()
        let second = try Connection(path: path, access: .readWrite, busyMilliseconds: 0)
        try first.begin(.writing)
        do {
            try second.begin(.writing)
            Issue.record("both write")
        } catch {
            #expect(error.kind == .busy)
            #expect(error.isRetryable)
        }
        try first.commit()
        try second.begin(.writing)
        second.rollback()
    }

    @Test func fullDiskIsToldAndUndone() throws {
        let connection = try Connection(path: path, access: .create)
        try connection.execute("CREATE TABLE t (a)")
        try connection.execute("PRAGMA max_page_count = 10")
        let failed = kind {
            try connection.transaction(.writing) { () throws(SQLiteError) in
                try connection.execute("INSERT INTO t VALUES (zeroblob(100000))")
            }
        }
        #expect(failed == .diskFull)
        #expect(!connection.isInTransaction)
        #expect(try connection.integer("SELECT count(*) FROM t") == 0)
    }

    @Test func fileWithOtherContentIsNoDatabase() throws {
        try folder.write(Array(repeating: 65, count: 5000), to: "a.db")
        #expect(
            kind {
                let connection = try Connection(path: path, access: .readWrite)
                _ = try connection.integer("PRAGMA user_version")
                _ = try connection.integer("SELECT count(*) FROM sqlite_schema")
            } == .notADatabase)
    }

    @Test func damagedPageIsCorrupt() throws {
        do {
            let connection = try Connection(path: path, access: .create)
            try connection.execute("CREATE TABLE t (a)")
            for _ in 0..<10 {
                try connection.execute("INSERT INTO t VALUES (zeroblob(3000))")
            }
        }
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path + "/a.db")))
        for index in 4096..<bytes.count { bytes[index] = 0xEE }
        try folder.write(bytes, to: "a.db")
        #expect(
            kind {
                let connection = try Connection(path: path, access: .readOnly)
                _ = try connection.integer("SELECT sum(length(a)) FROM t")
            } == .corrupt)
    }

    @Test func readerCannotWrite() throws {
        do {
            let connection = try Connection(path: path, access: .create)
            try connection.execute("CREATE TABLE t (a)")
        }
        #expect(
            kind {
                let connection = try Connection(path: path, access: .readOnly)
                try connection.execute("INSERT INTO t VALUES (1)")
            } == .readOnly)
    }

    @Test func missingFileIsNotMadeUnlessAsked() throws {
        for access in [Connection.Access.readOnly, .readWrite, .immutable] {
            #expect(kind { _ = try Connection(path: path, access: access) } == .cannotOpen)
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/a.db"))
    }

    @Test func oddNamesAreOpenedByTheirBytes() throws {
        let odd = Array(folder.path.utf8) + Array("/a ?%23#ü".utf8) + [0xFF, 0xFE]
        do {
            let connection = try Connection(path: odd, access: .create)
            try connection.execute("CREATE TABLE t (a); INSERT INTO t VALUES (42)")
        }
        for access in [Connection.Access.readOnly, .immutable] {
            let connection = try Connection(path: odd, access: access)
            #expect(try connection.integer("SELECT a FROM t") == 42)
        }
    }

    @Test func logIsFollowedAndCopiedByAnotherConnection() throws {
        let writer = try Connection(path: path, access: .create)
        try writer.useWriteAheadLog()
        writer.followLog()
        try writer.execute("CREATE TABLE t (a)")
        for _ in 0..<2000 {
            try writer.execute("INSERT INTO t VALUES (zeroblob(2000))")
        }
        // Beyond the thousand pages at which SQLite itself would have begun.
        #expect(writer.logPages > 2000)
        let other = try Connection(path: path, access: .readWrite)
        let (log, copied) = try other.checkpoint(.passive)
        #expect(log == writer.logPages && copied == log)
        #expect(try other.checkpoint(.truncate).log == 0)
        let size = try FileManager.default.attributesOfItem(atPath: folder.path + "/a.db-wal")
        #expect(size[.size] as? Int == 0)
    }

    @Test func readerKeepsItsViewWhileAnotherWrites() throws {
        let writer = try Connection(path: path, access: .create)
        try writer.useWriteAheadLog()
        try writer.execute("CREATE TABLE t (a); INSERT INTO t VALUES (1)")
        let reader = try Connection(path: path, access: .readOnly)
        try reader.begin(.reading)
        #expect(try reader.integer("SELECT count(*) FROM t") == 1)
        try writer.execute("INSERT INTO t VALUES (2)")
        #expect(try reader.integer("SELECT count(*) FROM t") == 1)
        try reader.commit()
        #expect(try reader.integer("SELECT count(*) FROM t") == 2)
    }

    @Test func errorsReadAsSentences() throws {
        let error = SQLiteError(extendedCode: 13, message: "database or disk is full", sql: "X")
        #expect(error.kind == .diskFull && !error.isRetryable)
        #expect(error.description == "SQLite error 13: database or disk is full in \"X\"")
        #expect(SQLiteError(extendedCode: 5 | 2 << 8, message: "").kind == .busy)
    }
}
