import Foundation
import SQLite
import TestSupport
import Testing

/// Room that is made in the write-ahead log ahead of commits.
struct LogReserveTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func open(_ name: String = "a.db") throws -> Connection {
        let connection = try Connection(
            path: Array((folder.path + "/" + name).utf8), access: .create)
        try connection.useWriteAheadLog()
        connection.followLog()
        return connection
    }

    private func logSize(_ name: String = "a.db") throws -> Int {
        let path = folder.path + "/" + name + "-wal"
        return try #require(
            FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    }

    /// What a loss of power leaves when everything had been synced: both files
    /// as they are, under another name.
    private func crash() throws -> Connection {
        for ending in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: folder.path + "/a.db" + ending,
                toPath: folder.path + "/crashed.db" + ending)
        }
        return try open("crashed.db")
    }

    @Test func commitsWriteOverTheReserve() throws {
        let connection = try open()
        try connection.execute("CREATE TABLE t (a)")
        try connection.reserveLog(pages: 100)
        let size = try logSize()
        #expect(size == 32 + 100 * (24 + 4096))
        for number in 0..<20 { try connection.execute("INSERT INTO t VALUES (\(number))") }
        #expect(try logSize() == size)
        #expect(connection.logPages > 20)
        // Once more changes nothing, nor does less.
        try connection.reserveLog(pages: 100)
        try connection.reserveLog(pages: 50)
        #expect(try logSize() == size)
        #expect(try connection.integer("SELECT count(*) FROM t") == 20)
    }

    @Test func aReserveIsNoPartOfWhatIsRecovered() throws {
        let connection = try open()
        try connection.execute("CREATE TABLE t (a)")
        try connection.execute("INSERT INTO t VALUES (1)")
        try connection.reserveLog(pages: 100)
        try connection.execute("INSERT INTO t VALUES (2)")
        let recovered = try crash()
        #expect(try recovered.integer("SELECT sum(a) FROM t") == 3)
        #expect(try recovered.text("PRAGMA integrity_check") == "ok")
    }

    @Test func aReserveOfAnEmptyLogIsAnEmptyLog() throws {
        let connection = try open()
        try connection.execute("CREATE TABLE t (a)")
        try connection.checkpoint(.truncate)
        try connection.reserveLog(pages: 100)
        let recovered = try crash()
        #expect(try recovered.integer("SELECT count(*) FROM t") == 0)
        try recovered.execute("INSERT INTO t VALUES (1)")
        #expect(try recovered.integer("SELECT count(*) FROM t") == 1)
    }

    @Test func aLogThatIsBegunAnewKeepsItsReserve() throws {
        let connection = try open()
        try connection.execute("CREATE TABLE t (a)")
        try connection.reserveLog(pages: 100)
        let size = try logSize()
        try connection.execute("INSERT INTO t VALUES (1)")
        try connection.checkpoint(.passive)
        try connection.execute("INSERT INTO t VALUES (2)")
        #expect(connection.logPages < 5)
        #expect(try logSize() == size)
        // Old frames lie behind the new ones, and are none of this log.
        #expect(try crash().integer("SELECT sum(a) FROM t") == 3)
    }
}
