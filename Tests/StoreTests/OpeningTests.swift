import Foundation
import Photos
import SQLite
@testable import Store
import TestSupport
import Testing

struct OpeningTests {
    let folder: TemporaryFolder
    var directory: FilePath { folder.filePath.appending("deep").appending("library") }
    var file: String { directory.display + "/library.db" }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func database(_ sql: String) throws {
        try FileManager.default.createDirectory(
            atPath: directory.display, withIntermediateDirectories: true)
        let connection = try Connection(path: Array(file.utf8), access: .create)
        try connection.execute(sql)
    }

    private func bytes() throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: file))
    }

    @Test func openingMakesTheDirectoryAndTheLibraryForTheUserAlone() throws {
        let store = try LibraryStore.open(at: directory)
        #expect(try store.integrityFaults() == [])
        let rights = try FileManager.default.attributesOfItem(atPath: directory.display)
        #expect(rights[.posixPermissions] as? Int == 0o700)
    }

    @Test func libraryKeepsItsIdentityAndRows() throws {
        let store = try LibraryStore.open(at: directory)
        try store.write { transaction throws(StoreError) in
            _ = try transaction.addRoot(FilePath("/a"), addedMilliseconds: 5)
        }
        let identity = store.identity
        store.close()
        let again = try LibraryStore.open(at: directory)
        #expect(again.identity == identity)
        let roots = try again.read { transaction throws(StoreError) in try transaction.roots() }
        #expect(roots.map(\.path) == [FilePath("/a")] && roots[0].addedMilliseconds == 5)
    }

    @Test func twoLibrariesDiffer() throws {
        let first = try LibraryStore.open(at: directory)
        let second = try LibraryStore.open(at: directory.appending("other"))
        #expect(first.identity != second.identity)
    }

    @Test func directoryWhoseNameIsNotUTF8Works() throws {
        let odd = folder.filePath.appending([0xFF, 0x41] as [UInt8])
        let store = try LibraryStore.open(at: odd)
        store.close()
        _ = try LibraryStore.openReadOnly(at: odd)
    }

    @Test func directoryThatCannotBeWrittenIsTold() throws {
        // No right to write there, not even for root.
        let error = #expect(throws: StoreError.self) {
            try LibraryStore.open(at: FilePath("/proc/carousel"))
        }
        guard case .notWritable(let directory, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(directory == FilePath("/proc/carousel"))
    }

    @Test func fileInThePlaceOfTheDirectoryIsTold() throws {
        let path = try folder.write([1], to: "plain")
        #expect {
            try LibraryStore.open(at: FilePath(path))
        } throws: {
            if case .notWritable? = $0 as? StoreError { true } else { false }
        }
    }

    @Test func textFileIsNoLibraryAndStaysAsItIs() throws {
        try folder.write(Array("hello, this is no database at all".utf8), to: "l/library.db")
        let directory = folder.filePath.appending("l")
        for open in [
            { try LibraryStore.open(at: directory) },
            { try LibraryStore.openReadOnly(at: directory) },
        ] {
            #expect {
                _ = try open()
            } throws: {
                if case .notALibrary? = $0 as? StoreError { true } else { false }
            }
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: directory.display)
        #expect(left == ["library.db"])
    }

    @Test func databaseOfAnotherProgramIsLeftAlone() throws {
        try database("CREATE TABLE songs (a); PRAGMA user_version = 1")
        let before = try bytes()
        #expect {
            try LibraryStore.open(at: directory)
        } throws: {
            if case .notALibrary? = $0 as? StoreError { true } else { false }
        }
        #expect(try bytes() == before)
    }

    @Test func newerLibraryIsToldAndNotTouched() throws {
        try LibraryStore.open(at: directory).close()
        try database("PRAGMA user_version = 99; CREATE TABLE from_the_future (a)")
        let before = try bytes()
        for open in [
            { try LibraryStore.open(at: directory) },
            { try LibraryStore.openReadOnly(at: directory) },
        ] {
            #expect {
                _ = try open()
            } throws: {
                $0 as? StoreError
                    == .newerVersion(
                        file: directory.appending("library.db"), found: 99,
                        known: Schema.library.version)
            }
        }
        #expect(try bytes() == before)
    }

    @Test func readerMakesNoLibrary() throws {
        #expect {
            try LibraryStore.openReadOnly(at: directory)
        } throws: { $0 as? StoreError == .noLibrary(directory: directory) }
        #expect(!FileManager.default.fileExists(atPath: directory.display))
        // Nor takes an empty file for one.
        try database("")
        #expect {
            try LibraryStore.openReadOnly(at: directory)
        } throws: { $0 as? StoreError == .noLibrary(directory: directory) }
    }

    @Test func readerSeesTheOwnersCommitsAndCannotWrite() throws {
        let owner = try LibraryStore.open(at: directory)
        let reader = try LibraryStore.openReadOnly(at: directory)
        #expect(reader.identity == owner.identity)
        let count = { @Sendable () throws in
            try reader.read { transaction throws(StoreError) in try transaction.roots().count }
        }
        #expect(try count() == 0)
        try owner.write { transaction throws(StoreError) in
            _ = try transaction.addRoot(FilePath("/a"), addedMilliseconds: 5)
        }
        #expect(try count() == 1)
        #expect(throws: StoreError.readOnly(file: directory.appending("library.db"))) {
            try reader.write { _ throws(StoreError) in }
        }
        owner.close()
        #expect(try count() == 1)
    }

    @Test func closedStoreSaysSo() throws {
        let store = try LibraryStore.open(at: directory)
        store.close()
        let closed = StoreError.closed(file: directory.appending("library.db"))
        #expect(throws: closed) { try store.write { _ throws(StoreError) in } }
        #expect(throws: closed) { try store.read { _ throws(StoreError) in } }
    }

    @Test func closingLeavesOneFile() throws {
        let store = try LibraryStore.open(at: directory)
        try store.write { transaction throws(StoreError) in
            _ = try transaction.addRoot(FilePath("/a"), addedMilliseconds: 5)
        }
        _ = try store.read { transaction throws(StoreError) in try transaction.roots() }
        store.close()
        let left = try FileManager.default.contentsOfDirectory(atPath: directory.display)
        #expect(left == ["library.db"])
    }

    @Test func failingMigrationLeavesTheOldFormat() throws {
        let file = folder.filePath.appending("m.db")
        let first = Schema(applicationID: 7, steps: ["CREATE TABLE a (x)"])
        try Database(creating: file, first, .full).close()
        let broken = Schema(
            applicationID: 7,
            steps: first.steps + ["CREATE TABLE b (x)", "CREATE TABLE c (x); CREATE TABLE a (x)"])
        #expect(throws: StoreError.self) { try Database(creating: file, broken, .full) }
        // The second step stands, nothing of the third does.
        let connection = try Connection(path: file.bytes, access: .readOnly)
        #expect(try connection.integer("PRAGMA user_version") == 2)
        #expect(try connection.integer("SELECT count(*) FROM sqlite_schema") == 2)
    }

    @Test func olderFormatIsBroughtUpToDateByTheOwnerOnly() throws {
        let file = folder.filePath.appending("m.db")
        let first = Schema(applicationID: 7, steps: ["CREATE TABLE a (x)"])
        try Database(creating: file, first, .full).close()
        let second = Schema(applicationID: 7, steps: first.steps + ["CREATE TABLE b (x)"])
        #expect(throws: StoreError.self) { try Database(reading: file, second) }
        let database = try Database(creating: file, second, .full)
        let version = try database.query { connection throws(SQLiteError) in
            try connection.integer("PRAGMA user_version")
        }
        #expect(version == 2)
    }

    @Test func damageIsFoundByTheIntegrityCheck() throws {
        let store = try LibraryStore.open(at: directory)
        for number in 0..<200 {
            try store.write { transaction throws(StoreError) in
                _ = try transaction.addRoot(FilePath("/a\(number)"), addedMilliseconds: 5)
            }
        }
        store.close()
        var damaged = try bytes()
        // The page that holds one of the rows, all but its head.
        let row = try #require(damaged.range(of: Data("/a150".utf8))?.lowerBound)
        let page = row / 4096 * 4096
        for index in page + 100..<page + 4096 { damaged[index] = 0xAB }
        try damaged.write(to: URL(fileURLWithPath: file))
        let again = try LibraryStore.open(at: directory)
        #expect(try again.integrityFaults() != [])
    }
}
