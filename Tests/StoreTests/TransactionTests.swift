import Foundation
import Photos
import SQLite
@testable import Store
import TestSupport
import Testing

struct TransactionTests {
    @Test func failedTransactionChangesNothingAndTellsNobody() throws {
        let library = try TestLibrary()
        try library.add("a.jpg", taken: 5)
        let told = library.toldTimeline
        let root = library.root
        #expect(throws: StoreError.self) {
            try library.write { transaction throws(StoreError) in
                let file = NewFile(
                    root: root, path: FilePath("/photos/b.jpg"), stamp: .of(1),
                    metadata: .taken(9))
                let id = try transaction.addFile(file)
                _ = try transaction.createPhoto(of: [id], content: nil)
                // The path is known now.
                _ = try transaction.addFile(file)
            }
        }
        #expect(library.toldTimeline == told)
        #expect(try library.storedTimeline() == told)
    }

    @Test func roomInTheLogIsMadeOnceForMoreThanAFewCommits() throws {
        let folder = try TemporaryFolder()
        let store = try LibraryStore.openOneThreaded(at: folder.filePath) { _ in }
        defer { store.close() }
        var roots = 0
        func commit() throws -> Int {
            roots += 1
            let root = FilePath("/photos/\(roots)")
            try store.write { transaction throws(StoreError) in
                try transaction.addRoot(root, addedMilliseconds: 0)
            }
            let path = folder.path + "/" + LibraryStore.fileName + "-wal"
            return try #require(
                FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
        }
        let first = try commit()
        let second = try commit()
        #expect(second > first)
        let third = try commit()
        #expect(third == 32 + 256 * (24 + 4096))
        for _ in 0..<5 { #expect(try commit() == third) }
    }

    @Test func transactionReadsItsOwnChanges() throws {
        let library = try TestLibrary()
        let shown = try library.add("shown.jpg")
        let waiting = try library.add("waiting.jpg", isWaiting: true)
        let settled = try library.add("settled.jpg", content: .of(3))
        let standings = try library.write { transaction throws(StoreError) in
            try transaction.setHash(.hashed(.of(1)), of: shown)
            try transaction.setHash(.hashed(.of(2)), of: waiting)
            try transaction.changeFile(
                settled, stamp: .of(1), metadata: .taken(1), edit: .sameShot)
            return try transaction.reading.standings(ofSizes: [1])
        }
        #expect(standings.files.map(\.hash) == [.hashed(.of(1)), .hashed(.of(2)), .wanted])
        #expect(standings.files.map(\.edit) == [nil, nil, .sameShot])
    }

    @Test func readerKeepsOneViewThroughOneRead() throws {
        let library = try TestLibrary()
        try library.add("a.jpg", taken: 1)
        let counts = try library.store.read { transaction throws(StoreError) in
            let before = try transaction.counts().shown
            do {
                try library.add("b.jpg", taken: 2)
            } catch {
                throw .failed(file: FilePath("b"), cause: "\(error)")
            }
            return [before, try transaction.counts().shown]
        }
        #expect(counts == [1, 1])
        let after = try library.store.read { transaction throws(StoreError) in
            try transaction.counts()
        }
        #expect(after.shown == 2 && after.files == 2 && after.hashesWanted == 2)
        #expect(after.thumbnailsWanted == 2 && after.problems == 0)
    }

    @Test func longLogIsCopiedByAnotherConnection() throws {
        let folder = try TemporaryFolder()
        let file = folder.filePath.appending("a.db")
        let writer = try Connection(path: file.bytes, access: .create)
        try writer.useWriteAheadLog()
        writer.followLog()
        try writer.execute("CREATE TABLE t (a)")
        let checkpointer = Checkpointer(
            try Connection(path: file.bytes, access: .readWrite), file: file,
            reserve: nil)
        let size = {
            try FileManager.default.attributesOfItem(atPath: file.display)[.size] as? Int ?? 0
        }
        checkpointer.note(logPages: writer.logPages)
        for _ in 0..<1200 { try writer.execute("INSERT INTO t VALUES (zeroblob(4000))") }
        #expect(try size() < 10_000)
        checkpointer.note(logPages: writer.logPages)
        // Waits for it.
        checkpointer.close()
        #expect(try size() > 1200 * 4000)
        #expect(checkpointer.takeFailure() == nil)
    }

    @Test func failuresAreToldApart() {
        let file = FilePath("/l/library.db")
        for (code, expected) in [
            (5, StoreError.busy(file: file)), (13, .diskFull(file: file)),
            (11, .damaged(file: file, cause: "m")), (26, .notALibrary(file: file, cause: "m")),
            (8, .notWritable(directory: FilePath("/l"), cause: "m")),
        ] as [(Int32, StoreError)] {
            let error = StoreError(SQLiteError(extendedCode: code, message: "m"), file: file)
            #expect(error == expected)
            #expect(error.isRetryable == (code == 5))
        }
    }

    @Test func manyThreadsReadAndWriteAtOnce() async throws {
        let library = try TestLibrary()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<3 {
                group.addTask {
                    for number in 0..<40 {
                        try library.add("\(writer)-\(number).jpg", taken: Int64(number))
                    }
                }
            }
            for _ in 0..<5 {
                group.addTask {
                    for _ in 0..<40 {
                        // The table is in step in every commit that is seen.
                        let (shown, photos) = try library.store.read {
                            transaction throws(StoreError) in
                            let records = try transaction.timeline(limit: 1000)
                            var photos = 0
                            for record in records where try transaction.photo(record.luid) != nil {
                                photos += 1
                            }
                            return (try transaction.counts().shown, photos)
                        }
                        #expect(shown == photos)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try library.storedTimeline().count == 120)
        #expect(try library.storedTimeline() == library.toldTimeline)
    }

    /// Nothing that is done for each file or photo may read a whole table.
    @Test func rowsAreFoundByAnIndex() throws {
        let library = try TestLibrary()
        let path = library.folder.filePath.appending("library.db")
        let connection = try Connection(path: path.bytes, access: .readOnly)
        let queries: [StaticString] = [
            "EXPLAIN QUERY PLAN SELECT * FROM files WHERE id = 1",
            "EXPLAIN QUERY PLAN SELECT * FROM files WHERE path = x'2f'",
            "EXPLAIN QUERY PLAN SELECT * FROM files WHERE luid = 1",
            "EXPLAIN QUERY PLAN SELECT * FROM files WHERE size = 1 AND is_settled = 0",
            """
            EXPLAIN QUERY PLAN SELECT * FROM files
            WHERE size = 1 AND is_settled = 1 AND hash_state = 0
            """,
            "EXPLAIN QUERY PLAN SELECT 1 FROM photos WHERE byte_size = 1",
            "EXPLAIN QUERY PLAN SELECT luid FROM photos WHERE content_hash = x'00'",
            """
            EXPLAIN QUERY PLAN SELECT cell FROM timeline WHERE (taken, name, luid) < (1, 2, 3)
            ORDER BY taken DESC, name DESC, luid DESC LIMIT 9
            """,
            """
            EXPLAIN QUERY PLAN SELECT t.cell FROM photos p
            JOIN timeline t ON (t.taken, t.name, t.luid) = (p.taken, p.name, p.luid)
            WHERE p.luid = 1
            """,
            """
            EXPLAIN QUERY PLAN SELECT luid FROM photos
            WHERE thumbnails = 0 AND taken IS NOT NULL AND (taken, name, luid) < (1, 2, 3)
            ORDER BY taken DESC, name DESC, luid DESC
            """,
        ]
        for query in queries {
            let steps = try connection.statement(query)
            while try steps.step() {
                let step = steps.text(3) ?? ""
                #expect(step.hasPrefix("SEARCH"), "\(query): \(step)")
            }
        }
    }
}
