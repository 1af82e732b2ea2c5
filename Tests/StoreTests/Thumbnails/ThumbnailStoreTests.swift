import Foundation
import Photos
@testable import Store
import TestSupport
import Testing

struct ThumbnailStoreTests {
    let folder: TemporaryFolder
    let library: LibraryIdentity
    var file: String { folder.path + "/thumbnails.db" }

    init() throws {
        folder = try TemporaryFolder()
        library = try #require(LibraryIdentity(bytes: Array(1...16)))
    }

    private func open() throws -> ThumbnailStore {
        try ThumbnailStore.open(at: folder.filePath, of: library)
    }

    /// The least that has a JPEG's head, frame and end, and its own bytes.
    private func jpeg(_ pixels: Int, _ mark: UInt8, count: Int = 3000) -> [UInt8] {
        let side = [UInt8(pixels >> 8), UInt8(pixels & 255)]
        return [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC0, 0, 11, 8] + side + side
            + [1, 1, 0x11, 0] + Array(repeating: mark, count: count) + [0xFF, 0xD9]
    }

    private func pair(_ luid: Int64, _ mark: UInt8 = 7) -> StoredThumbnails {
        StoredThumbnails(
            luid: LUID(luid), s75: jpeg(75, mark), s256: jpeg(256, mark, count: 20_000))
    }

    @Test func bothThumbnailsComeBackAndAreReplaced() throws {
        let store = try open()
        try store.put([pair(1), pair(2)])
        #expect(try store.bytes(of: LUID(1), .s75) == jpeg(75, 7))
        #expect(try store.bytes(of: LUID(2), .s256) == jpeg(256, 7, count: 20_000))
        #expect(try store.bytes(of: LUID(3), .s75) == nil)
        #expect(try store.contains(LUID(1), .s256))
        #expect(try !store.contains(LUID(3), .s256))
        let several = try store.bytes(of: [LUID(3), LUID(2), LUID(2)], .s75)
        #expect(several == [nil, jpeg(75, 7), jpeg(75, 7)])
        try store.put([pair(1, 9)])
        #expect(try store.bytes(of: LUID(1), .s75) == jpeg(75, 9))
        try store.remove([LUID(1), LUID(77)])
        #expect(try store.bytes(of: LUID(1), .s75) == nil)
        #expect(try store.bytes(of: LUID(2), .s75) != nil)
    }

    @Test func thumbnailsOfSharedContentsAreKeptByContent() throws {
        let store = try open()
        let contents = (1...3).map { ContentHash(bytes: Array(repeating: $0, count: 32))! }
        try store.putShared([
            (contents[0], jpeg(75, 1), jpeg(256, 1)),
            // Another picture than it says.
            (contents[1], jpeg(75, 1), jpeg(255, 1)),
        ])
        #expect(try store.sharedBytes(of: contents, .s75) == [jpeg(75, 1), nil, nil])
        #expect(try store.sharedBytes(of: [contents[0]], .s256) == [jpeg(256, 1)])
        #expect(try store.sharedMissing(among: contents) == Array(contents[1...]))
    }

    @Test func aFileFromBeforeThereWereSharedOnesKeepsItsThumbnails() throws {
        let older = Schema(
            applicationID: Schema.thumbnails.applicationID,
            steps: Array(Schema.thumbnails.steps.prefix(1)))
        let database = try Database(
            creating: folder.filePath.appending("thumbnails.db"), older, .normal)
        database.close()
        let store = try open()
        #expect(!store.wasMadeAnew)
        #expect(try store.sharedBytes(of: [], .s75) == [])
        #expect(
            try store.sharedMissing(
                among: [ContentHash(bytes: Array(repeating: 1, count: 32))!]
            ).count == 1)
    }

    @Test func theyAreThereAfterReopening() throws {
        let store = try open()
        #expect(store.wasMadeAnew)
        try store.put([pair(1)])
        store.close()
        #expect(throws: StoreError.self) { try store.bytes(of: LUID(1), .s75) }
        let again = try open()
        #expect(!again.wasMadeAnew)
        #expect(try again.contains(LUID(1), .s75))
    }

    @Test func bytesThatAreNoThumbnailAreRefusedWithTheirBatch() throws {
        let store = try open()
        var wrong = pair(2)
        wrong.s256 = jpeg(255, 1)
        #expect(throws: StoreError.notAThumbnail(LUID(2), .s256)) {
            try store.put([pair(1), wrong])
        }
        wrong = pair(2)
        wrong.s75.removeLast()
        #expect(throws: StoreError.notAThumbnail(LUID(2), .s75)) { try store.put([wrong]) }
        #expect(try !store.contains(LUID(1), .s75))
    }

    @Test func onlyAWholeJPEGHasDimensions() {
        #expect(ThumbnailJPEG.dimensions(of: jpeg(256, 1)).map { [$0.0, $0.1] } == [256, 256])
        let wrong: [[UInt8]] = [
            [], [0xFF, 0xD8], [0xFF, 0xD8, 0xFF, 0xD9, 0xFF, 0xD9],
            Array(jpeg(75, 1)[..<20]), jpeg(75, 1).dropLast(),
            // A frame that the bytes end within; a segment longer than all.
            [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 75, 0xFF, 0xD9],
            [0xFF, 0xD8, 0xFF, 0xE0, 0xFF, 0xFF, 0xFF, 0xD9],
        ]
        for bytes in wrong {
            #expect(ThumbnailJPEG.dimensions(of: bytes) == nil)
        }
    }

    @Test func readerFollowsItsOwner() throws {
        let reader = try ThumbnailStore.openReadOnly(at: folder.filePath, of: library)
        #expect(try reader.bytes(of: LUID(1), .s75) == nil)
        let store = try open()
        try store.put([pair(1)])
        #expect(try reader.bytes(of: LUID(1), .s75) == jpeg(75, 7))
        #expect(throws: StoreError.readOnly(file: FilePath(file))) { try reader.put([pair(2)]) }
    }

    @Test func thumbnailsOfAnotherLibraryAreNotShown() throws {
        let store = try open()
        try store.put([pair(1)])
        store.close()
        let other = try #require(LibraryIdentity(bytes: Array(repeating: 0, count: 16)))
        let reader = try ThumbnailStore.openReadOnly(at: folder.filePath, of: other)
        #expect(try reader.bytes(of: LUID(1), .s75) == nil)
        let owner = try ThumbnailStore.open(at: folder.filePath, of: other)
        #expect(owner.wasMadeAnew)
        #expect(try owner.bytes(of: LUID(1), .s75) == nil)
    }

    @Test func fileThatIsNoDatabaseIsMadeAnew() throws {
        try folder.write(Array(repeating: 65, count: 10_000), to: "thumbnails.db")
        let reader = try ThumbnailStore.openReadOnly(at: folder.filePath, of: library)
        #expect(try reader.bytes(of: LUID(1), .s75) == nil)
        let store = try open()
        #expect(store.wasMadeAnew)
        try store.put([pair(1)])
        #expect(try store.contains(LUID(1), .s75))
    }

    @Test func damageFoundWhileInUseMakesTheFileAnew() throws {
        var store = try open()
        try store.put((1...300).map { pair($0) })
        store.close()
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
        // All but the first pages, which hold the tables' names and heads.
        for index in 6 * 4096..<bytes.count { bytes[index] = 0xEE }
        try folder.write(bytes, to: "thumbnails.db")
        store = try open()
        #expect(!store.wasMadeAnew)
        for luid in 1...300 as ClosedRange<Int64> {
            #expect(try store.bytes(of: LUID(luid), .s256) == nil)
        }
        try store.put([pair(5)])
        #expect(try store.bytes(of: LUID(5), .s256) != nil)
    }

    @Test func newerFormatIsNotTouched() throws {
        let newer = Schema(
            applicationID: Schema.thumbnails.applicationID,
            steps: Schema.thumbnails.steps + ["CREATE TABLE future (a)"])
        try Database(creating: FilePath(file), newer, .normal).close()
        #expect(throws: StoreError.newerVersion(file: FilePath(file), found: 3, known: 2)) {
            try open()
        }
    }

    @Test func trimmingTakesLargeThumbnailsOfTheLowestLUIDs() throws {
        let store = try open()
        try store.put((1...400).map { pair($0) })
        let before = try store.byteCount()
        #expect(before > 400 * 23_000)
        let removed = try store.trim(toBytes: before / 2)
        #expect(try store.byteCount() <= before / 2)
        #expect(removed == (1...Int64(removed.count)).map(LUID.init))
        #expect(try !store.contains(LUID(1), .s256))
        #expect(try store.contains(LUID(1), .s75))
        #expect(try store.contains(LUID(400), .s256))
        // The small ones alone are more than that: all large ones go.
        #expect(try store.trim(toBytes: 0).count == 400 - removed.count)
        #expect(try store.contains(LUID(400), .s75))
    }

    @Test func manyThreadsReadWhileOneWrites() async throws {
        let store = try open()
        try store.put((1...50).map { pair($0) })
        let expected = jpeg(75, 7)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for luid in 51...150 as ClosedRange<Int64> { try store.put([pair(luid)]) }
            }
            for _ in 0..<6 {
                group.addTask {
                    for luid in 1...50 as ClosedRange<Int64> {
                        let found = try store.bytes(of: LUID(luid), .s75)
                        #expect(found == expected)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try store.contains(LUID(150), .s256))
    }
}
