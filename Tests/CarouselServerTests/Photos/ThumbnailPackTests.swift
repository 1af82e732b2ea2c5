import DropboxAPI
import Foundation
import HTTPServer
import Photos
import SQLite
import Synchronization
import TestSupport
import Testing

@testable import CarouselServer

@Suite struct ThumbnailPackTests {
    typealias Thumbnail = (hash: ContentHash, s75: [UInt8], s256: [UInt8])

    /// Thumbnails whose bytes nobody looks into.
    static func made(_ numbers: Range<Int>) -> [Thumbnail] {
        numbers.map { number in
            // There are 32.
            let hash = ContentHash(
                bytes: (0..<32).map {
                    UInt8(truncatingIfNeeded: ((number + 1) * ($0 + 3) * 40_503) >> 5)
                })!
            func bytes(_ count: Int) -> [UInt8] {
                (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ number &* 7) }
            }
            return (hash, bytes(90 + number % 60), bytes(900 + number % 700))
        }
    }

    private static func batch(
        _ hashes: [ContentHash], _ size: PackedSize, _ standings: [PhotoStanding]? = nil,
        in packed: PackedThumbnails
    ) -> ThumbnailBatch {
        ThumbnailBatch(
            packed.table.withLock { $0.find(hashes, size) },
            standings: standings ?? Array(repeating: .ready, count: hashes.count))
    }

    private static func open(_ folder: TemporaryFolder) throws -> PackedThumbnails {
        try PackedThumbnails(in: folder.path + "/t", capacity: 20_000)
    }

    private static func expect(
        _ thumbnails: [Thumbnail], in packed: PackedThumbnails,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for (hash, s75, s256) in thumbnails {
            #expect(try packed.jpeg(of: hash, .s75) == s75, sourceLocation: sourceLocation)
            #expect(try packed.jpeg(of: hash, .s256) == s256, sourceLocation: sourceLocation)
        }
    }

    private static func bytes(_ body: ResponseBody?) throws -> [UInt8] {
        switch try #require(body) {
        case .bytes(let bytes): return bytes
        case .file(let file, let range):
            return try file.read(at: range.lowerBound, upTo: range.count)
        default: return []
        }
    }

    private static func names(_ folder: TemporaryFolder, _ size: String) throws -> [String] {
        try FileSystem.names(in: folder.path + "/t").filter { $0.hasPrefix(size + ".") }.sorted()
    }

    @Test func thumbnailsPutOneAfterTheOtherAreOneStretchOfAFile() throws {
        let folder = try TemporaryFolder("packs")
        let packed = try PackedThumbnails(in: folder.path + "/t")
        let thumbnails = Self.made(0..<50)
        for start in stride(from: 0, to: 50, by: 10) {
            try packed.put(Array(thumbnails[start..<start + 10]))
        }
        let batch = Self.batch(thumbnails.map(\.hash), .s75, in: packed)
        guard case .file? = batch.body else {
            Issue.record("it was put together")
            return
        }
        #expect(batch.made == 50)
        #expect(
            ThumbnailBatchCoding.thumbnails(in: try Self.bytes(batch.body), count: 50)
                == thumbnails.map { .jpeg($0.s75) })
    }

    @Test func aBatchInAnyOrderIsWhatItsThumbnailsAre() throws {
        let folder = try TemporaryFolder("packs")
        let packed = try Self.open(folder)
        let thumbnails = Self.made(0..<300)
        try packed.put(Array(thumbnails[..<250]))
        let standings: [PhotoStanding] = [.ready, .ready, .ready, .pending, .failed, .notFound]
        var random = SplitMix64(seed: 5)
        for size in PackedSize.allCases {
            let picked = (0..<500).map { _ in Int.random(in: 0..<300, using: &random) }
            let standing = picked.indices.map { standings[$0 % standings.count] }
            let batch = Self.batch(picked.map { thumbnails[$0].hash }, size, standing, in: packed)
            let expected: [BatchedThumbnail] = zip(picked, standing).map { number, standing in
                guard standing == .ready else { return standing.thumbnail }
                guard number < 250 else { return .pending }
                return .jpeg(size == .s75 ? thumbnails[number].s75 : thumbnails[number].s256)
            }
            let found = ThumbnailBatchCoding.thumbnails(
                in: try Self.bytes(batch.body), count: 500)
            #expect(found == expected)
            #expect(
                batch.lost == picked.indices.filter { standing[$0] == .ready && picked[$0] >= 250 })
            #expect(batch.made == expected.count { if case .jpeg = $0 { true } else { false } })
        }
    }

    @Test func whatWasPutIsThereAfterTheNextStart() throws {
        let folder = try TemporaryFolder("packs")
        let thumbnails = Self.made(0..<200)
        do {
            let packed = try Self.open(folder)
            #expect(packed.isNew)
            for start in stride(from: 0, to: 200, by: 40) {
                try packed.put(Array(thumbnails[start..<start + 40]))
            }
        }
        #expect(try Self.names(folder, "s256").count > 8)
        let packed = try Self.open(folder)
        #expect(!packed.isNew && packed.lost.isEmpty)
        try Self.expect(thumbnails, in: packed)
        let more = Self.made(200..<260)
        try packed.put(more)
        try Self.expect(thumbnails + more, in: try Self.open(folder))
    }

    @Test func whatACrashLeftBehindTheLastRowIsCutOff() throws {
        let folder = try TemporaryFolder("packs")
        let thumbnails = Self.made(0..<10)
        try Self.open(folder).put(thumbnails)
        var sizes: [Int64?] = []
        for size in ["s75", "s256"] {
            let path = folder.path + "/t/\(size).0"
            sizes.append(try FileSystem.size(of: path))
            let file = try DurableFile(creating: path)
            try file.write([UInt8](repeating: 9, count: 777), at: try file.length())
        }
        _ = try DurableFile(creating: folder.path + "/t/s75.5")
        let packed = try Self.open(folder)
        #expect(
            try ["s75", "s256"].map { try FileSystem.size(of: folder.path + "/t/\($0).0") } == sizes
        )
        #expect(try Self.names(folder, "s75") == ["s75.0"])
        let more = Self.made(10..<20)
        try packed.put(more)
        try Self.expect(thumbnails + more, in: packed)
    }

    @Test func rowsOfWhatIsNotThereAreDroppedAndNamed() throws {
        let folder = try TemporaryFolder("packs")
        let thumbnails = Self.made(0..<100)
        try Self.open(folder).put(thumbnails)
        let last = try Self.names(folder, "s256").count - 1
        let file = try DurableFile(creating: folder.path + "/t/s256.\(last)")
        try file.setLength(try file.length() - 10)
        try FileSystem.remove(folder.path + "/t/s256.1")
        let packed = try Self.open(folder)
        let lost = Set(packed.lost)
        #expect(lost.contains(thumbnails[99].hash) && !lost.contains(thumbnails[0].hash))
        #expect((10..<30).contains(lost.count), "\(lost.count) of 100, some 15 in a pack")
        try Self.expect(thumbnails.filter { !lost.contains($0.hash) }, in: packed)
        for hash in lost { #expect(try packed.jpeg(of: hash, .s75) == nil) }
        try packed.put(thumbnails.filter { lost.contains($0.hash) })
        let again = try Self.open(folder)
        #expect(again.lost.isEmpty)
        try Self.expect(thumbnails, in: again)
    }

    @Test(arguments: ["", "no database at all, but long enough to be taken for a file of it"])
    func packsWithoutTheirRowsAreMadeAnew(_ text: String) throws {
        let folder = try TemporaryFolder("packs")
        try Self.open(folder).put(Self.made(0..<50))
        for ending in ["-wal", "-shm"] {
            try FileSystem.remove(folder.path + "/t/places.db" + ending)
        }
        if text.isEmpty {
            try FileSystem.remove(folder.path + "/t/places.db")
        } else {
            try FileSystem.write(
                String(repeating: text, count: 200), to: folder.path + "/t/places.db")
        }
        let packed = try Self.open(folder)
        #expect(packed.isNew)
        #expect(try Self.names(folder, "s75").isEmpty)
        try packed.put(Self.made(20..<60))
        try Self.expect(Self.made(20..<60), in: packed)
    }

    @Test func aDamagedThumbnailIsForgottenAndNoOther() throws {
        let folder = try TemporaryFolder("packs")
        let packed = try Self.open(folder)
        let thumbnails = Self.made(0..<5)
        try packed.put(thumbnails)
        let place = try #require(packed.table.withLock { $0.find(thumbnails[2].hash, .s256) }).place
        let file = try DurableFile(creating: folder.path + "/t/s256.\(place.pack)")
        try file.write([0xEE, 0xEE], at: Int64(place.offset + 500))
        #expect(try packed.jpeg(of: thumbnails[2].hash, .s256) == nil)
        #expect(try packed.jpeg(of: thumbnails[2].hash, .s75) == nil)
        try Self.expect(thumbnails.filter { $0.hash != thumbnails[2].hash }, in: packed)
        try packed.put([thumbnails[2]])
        try Self.expect(thumbnails, in: packed)
    }

    @Test func packsThatAreMostlyWasteAreEmptiedAndRemoved() throws {
        let folder = try TemporaryFolder("packs")
        let packed = try Self.open(folder)
        let thumbnails = Self.made(0..<300)
        try packed.put(thumbnails)
        #expect(try !packed.compact())
        let kept = thumbnails.indices.filter { $0 % 5 == 0 }.map { thumbnails[$0] }
        let gone = thumbnails.indices.filter { $0 % 5 != 0 }.map { thumbnails[$0].hash }
        let before = try Self.names(folder, "s256").count
        try packed.remove(gone)
        // One that the disk has changed does not hold up the others.
        let place = try #require(packed.table.withLock { $0.find(kept[3].hash, .s256) }).place
        let file = try DurableFile(creating: folder.path + "/t/s256.\(place.pack)")
        try file.write([0xEE, 0xEE], at: Int64(place.offset + 500))
        var rounds = 0
        while try packed.compact() { rounds += 1 }
        #expect(rounds > 5)
        #expect(try 3 * Self.names(folder, "s256").count < before)
        let whole = kept.filter { $0.hash != kept[3].hash }
        try Self.expect(whole, in: packed)
        #expect(packed.usage.contents == whole.count)
        let again = try Self.open(folder)
        #expect(again.lost.isEmpty)
        try Self.expect(whole, in: again)
        for hash in gone { #expect(try again.jpeg(of: hash, .s75) == nil) }
    }

    @Test func aBatchThatWasBegunOutlivesItsPacks() throws {
        let folder = try TemporaryFolder("packs")
        let packed = try Self.open(folder)
        let thumbnails = Self.made(0..<200)
        try packed.put(thumbnails)
        let batch = Self.batch(thumbnails.map(\.hash), .s256, in: packed)
        try packed.remove(thumbnails.map(\.hash))
        while try packed.compact() {}
        try packed.put(Self.made(200..<300))
        #expect(
            ThumbnailBatchCoding.thumbnails(in: try Self.bytes(batch.body), count: 200)
                == thumbnails.map { .jpeg($0.s256) })
    }

    private final class Done: Sendable {
        let value = Atomic(false)
    }

    @Test func manyThreadsReadWhileOthersPutRemoveAndCompact() async throws {
        let folder = try TemporaryFolder("packs")
        let packed = try Self.open(folder)
        let kept = Self.made(0..<60)
        let others = Self.made(60..<400)
        try packed.put(kept)
        let isDone = Done()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                // Swift's own threads may be fewer than those who read on and on.
                group.addTask(executorPreference: ServerFixture.threads) {
                    repeat {
                        try Self.expect(kept, in: packed)
                        let batch = Self.batch(kept.reversed().map(\.hash), .s75, in: packed)
                        #expect(
                            ThumbnailBatchCoding.thumbnails(
                                in: try Self.bytes(batch.body), count: kept.count)
                                == kept.reversed().map { .jpeg($0.s75) })
                    } while !isDone.value.load(ordering: .acquiring)
                }
            }
            group.addTask {
                defer { isDone.value.store(true, ordering: .releasing) }
                for _ in 0..<4 {
                    for start in stride(from: 0, to: others.count, by: 20) {
                        try packed.put(Array(others[start..<start + 20]))
                    }
                    try packed.remove(others.map(\.hash))
                    while try packed.compact() {}
                }
            }
            try await group.waitForAll()
        }
        try Self.expect(kept, in: try Self.open(folder))
    }

    @Test func thumbnailsOfTheVersionBeforeMoveIntoPacks() throws {
        let folder = try TemporaryFolder("packs")
        let thumbnails = Self.made(0..<450)
        try Self.makeOlder(folder, thumbnails)
        // Broken off before.
        try PackedThumbnails(in: folder.path + "/thumbnails").put(Array(thumbnails[100..<200]))
        let shelf = try ThumbnailShelf(in: folder.path)
        #expect(!shelf.isNew)
        try Self.expect(thumbnails, in: shelf.packed)
        #expect(shelf.packed.usage.contents == 450)
        #expect(!FileSystem.exists(folder.path + "/thumbnails.db"))
        let again = try ThumbnailShelf(in: folder.path)
        #expect(!again.isNew)
        try Self.expect(thumbnails, in: again.packed)
    }

    @Test func damagedThumbnailsOfTheVersionBeforeAreMadeAnew() throws {
        let folder = try TemporaryFolder("packs")
        try FileSystem.write(
            String(repeating: "no database", count: 500), to: folder.path + "/thumbnails.db")
        #expect(try ThumbnailShelf(in: folder.path).isNew)
        #expect(!FileSystem.exists(folder.path + "/thumbnails.db"))
    }

    /// `thumbnails.db` as it was.
    private static func makeOlder(
        _ folder: TemporaryFolder, _ thumbnails: [Thumbnail]
    ) throws {
        let connection = try Connection(
            path: Array((folder.path + "/thumbnails.db").utf8), access: .create)
        try connection.execute(
            """
            CREATE TABLE s75 (id INTEGER PRIMARY KEY, hash BLOB NOT NULL, jpeg BLOB NOT NULL) STRICT;
            CREATE TABLE s256 (id INTEGER PRIMARY KEY, hash BLOB NOT NULL, jpeg BLOB NOT NULL) STRICT;
            CREATE TABLE s2048 (
                hash BLOB PRIMARY KEY, number INTEGER NOT NULL UNIQUE, size INTEGER NOT NULL,
                jpeg BLOB NOT NULL) STRICT;
            PRAGMA user_version = 1;
            """)
        let database = Database(connection: connection)
        for (hash, s75, s256) in thumbnails {
            let id = hash.bytes.prefix(8).reduce(Int64(0)) { $0 << 8 | Int64($1) }
            let key: [SQLValue] = [.integer(id), .blob(hash.bytes)]
            try database.run("INSERT INTO s75 VALUES (?, ?, ?)", key + [.blob(s75)])
            try database.run("INSERT INTO s256 VALUES (?, ?, ?)", key + [.blob(s256)])
        }
    }
}
