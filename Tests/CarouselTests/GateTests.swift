import Foundation
import Media
import Photos
import Store
import TestSupport
import Testing

@testable import Carousel

/// What waits at the size gate, and for how long.
@Suite struct GateTests {
    private let folder: TemporaryFolder
    private let intake: Intake
    private let store: LibraryStore
    private let root: RootID
    private let hashing = Hashing()

    init() throws {
        folder = try TemporaryFolder()
        store = try LibraryStore.open(at: folder.filePath)
        intake = Intake(
            store: store,
            thumbnails: try ThumbnailStore.open(at: folder.filePath, of: store.identity))
        let path = folder.filePath
        root = try store.write { transaction throws(StoreError) in
            try transaction.addRoot(path, addedMilliseconds: 1)
        }.id
    }

    /// Writes a file of 8,192 bytes that begins and ends so.
    private func write(_ name: String, _ first: UInt8, _ last: UInt8) throws -> ReadFile {
        var bytes = [UInt8](repeating: first, count: 8192)
        bytes[8191] = last
        try folder.write(bytes, to: name)
        return try found(name)
    }

    private func found(_ name: String) throws -> ReadFile {
        let path = folder.filePath.appending(name)
        return ReadFile(
            root: root, path: path, stamp: try FileStamp(of: path), known: nil,
            content: .metadata(PhotoMetadata(kind: .photo)), earlyThumbnail: nil)
    }

    private func names(_ files: [FileToRead]) -> [String] {
        files.map { String(decoding: $0.path.name, as: UTF8.self) }.sorted()
    }

    /// The names of the files that are shown.
    private func shown() throws -> [String] {
        let paths = try store.read { transaction throws(StoreError) in
            var paths: [FilePath] = []
            for record in try transaction.timeline(limit: 10) {
                for file in try transaction.photo(record.luid)?.files ?? [] {
                    paths.append(file.path)
                }
            }
            return paths
        }
        return paths.map { String(decoding: $0.name, as: UTF8.self) }.sorted()
    }

    @Test func filesOfOneSizeThatBeginDifferentlyAreShownWithoutAHash() async throws {
        _ = try await intake.take([write("a", 1, 1)])
        let taken = try await intake.take([write("b", 2, 1), write("c", 3, 1)])
        #expect(names(taken.lookSoon) == ["a", "b", "c"])
        #expect(taken.hashSoon.isEmpty)
        #expect(try shown() == ["a"])
        await intake.note(try await hashing.look(at: taken.lookSoon))
        let settled = try #require(try await intake.settleSeen())
        #expect(settled.lookSoon.isEmpty && settled.hashSoon.isEmpty)
        #expect(try shown() == ["a", "b", "c"])
        #expect(try await intake.settleSeen() == nil, "there is nothing more to settle")
    }

    @Test func whatWasSeenGoesIntoTheNextTransaction() async throws {
        _ = try await intake.take([write("a", 1, 1)])
        let taken = try await intake.take([write("b", 2, 1)])
        await intake.note(try await hashing.look(at: taken.lookSoon))
        try folder.write([9], to: "small")
        _ = try await intake.take([found("small")])
        #expect(try shown().contains("b"))
    }

    @Test func filesThatBeginAlikeAreHashed() async throws {
        _ = try await intake.take([write("a", 1, 1)])
        let taken = try await intake.take([
            write("copy", 1, 1), write("alike", 1, 2), write("other", 2, 1),
        ])
        await intake.note(try await hashing.look(at: taken.lookSoon))
        let settled = try #require(try await intake.settleSeen())
        #expect(names(settled.hashSoon) == ["a", "alike", "copy"])
        #expect(try shown() == ["a", "other"])
        let placements = try await GateHashes(
            intake: intake, hashing: hashing, finished: { _ in }
        ).run(settled.hashSoon)
        #expect(placements.places.values.filter { $0 == .attached }.count == 1)
        #expect(try shown() == ["a", "alike", "copy", "other"])
        #expect(
            try store.read { transaction throws(StoreError) in
                try transaction.timeline(limit: 10).count
            } == 3)
    }

    @Test func aFileThatWaitsIsAskedForOnce() async throws {
        _ = try await intake.take([write("a", 1, 1)])
        let taken = try await intake.take([write("copy", 1, 1)])
        await intake.note(try await hashing.look(at: taken.lookSoon))
        #expect(names(try #require(try await intake.settleSeen()).hashSoon) == ["a", "copy"])
        // Each of these meets the same two, which still wait.
        for number in 0..<3 as Range<UInt8> {
            let next = try await intake.take([write("other \(number)", 10 + number, 1)])
            #expect(names(next.lookSoon) == ["other \(number)"])
            #expect(Set(names(next.hashSoon)).isDisjoint(with: ["a", "copy"]))
            await intake.note(try await hashing.look(at: next.lookSoon))
        }
        await intake.forgetBeginnings()
        let again = try await intake.take([write("last", 20, 1)])
        #expect(names(again.lookSoon).contains("copy"), "another scan asks anew")
    }

    @Test func whatAFileBeganWithBeforeItChangedTellsNothing() async throws {
        _ = try await intake.take([write("a", 1, 1)])
        let taken = try await intake.take([write("b", 2, 1)])
        let seen = try await hashing.look(at: taken.lookSoon)
        // Both have the same bytes by now, and `a` is read again.
        var changed = try write("a", 2, 1)
        changed.known = taken.lookSoon.first { names([$0]) == ["a"] }?.id
        _ = try await intake.take([changed])
        await intake.note(seen)
        _ = try await intake.settleSeen()
        #expect(try shown() == ["a"])
    }

    @Test func fileThatCannotBeLookedAtIsHashed() async throws {
        _ = try await intake.take([write("a", 1, 1)])
        let taken = try await intake.take([write("b", 2, 1)])
        try FileManager.default.removeItem(atPath: folder.path + "/a")
        await intake.note(try await hashing.look(at: taken.lookSoon))
        let settled = try #require(try await intake.settleSeen())
        #expect(names(settled.hashSoon) == ["a", "b"])
        #expect(settled.lookSoon.isEmpty)
    }
}
