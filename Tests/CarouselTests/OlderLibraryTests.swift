import Photos
import SQLite
import TestSupport
import Testing

@testable import Carousel
@testable import Store

/// Libraries that an older version of the program has made.
@Suite struct OlderLibraryTests {
    private let folder: TemporaryFolder
    private var directory: LibraryDirectory { LibraryDirectory(folder.filePath) }

    init() throws {
        folder = try TemporaryFolder("older")
        let older = Schema(
            applicationID: Schema.library.applicationID,
            steps: Array(Schema.library.steps.prefix(3)))
        let file = folder.filePath.appending(LibraryStore.fileName)
        let database = try Database(creating: file, older, .full)
        _ = try database.write { connection throws(StoreError) in
            try StoreError.mapping(file) { () throws(SQLiteError) in
                try connection.execute("INSERT INTO roots (path, added_ms) VALUES (x'2F70', 1)")
            }
        }
        database.close()
    }

    @Test func aReaderSeesWhatIsInALibraryOfAnOlderFormat() async throws {
        let library = try await PhotoLibrary.open(directory, as: .reader)
        #expect(try library.roots().map(\.path) == [FilePath("/p")])
        await library.close()
    }

    @Test func whileAnotherProgramHasItOpenThatIsSaidOnceAndPlainly() async throws {
        let lock = try #require(try OwnerLock(directory))
        let error = await #expect(throws: LibraryError.self) {
            _ = try await PhotoLibrary.open(directory, as: .reader)
        }
        #expect(error == .olderVersion(directory: folder.path))
        let words = error?.description ?? ""
        #expect(words.contains("older version") && words.contains("Close that program"))
        lock.release()
    }
}
