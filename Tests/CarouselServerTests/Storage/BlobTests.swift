import DropboxAPI
import Foundation
import Photos
import TestSupport
import Testing

@testable import CarouselServer

@Suite struct BlobTests {
    private static func bytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
        var random = SplitMix64(seed: seed)
        return (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }

    /// Dropbox's own rule, done the plain way.
    private static func contentHash(_ bytes: [UInt8]) -> ContentHash {
        var digests: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: ContentHash.blockSize) {
            let end = min(start + ContentHash.blockSize, bytes.count)
            digests += SHA256Digest.hash(Array(bytes[start..<end])).bytes
        }
        return SHA256Digest.hash(digests)
    }

    private func folder(
        cachedBytes: Int64 = 32 << 20
    ) throws -> (TemporaryFolder, BlobFolder) {
        let folder = try TemporaryFolder("blobs")
        let blobs = BlobFolder(
            path: folder.path, space: .unlimited, cachedBytes: cachedBytes,
            writeBehind: try WriteBehind(threads: 2))
        try blobs.prepare()
        return (folder, blobs)
    }

    @Test func theHashOfNothingIsTheHashOfNoBlocks() {
        #expect(
            ContentHash.ofBlocks([]).hexadecimal
                == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    }

    /// Through the page cache, past it, and from one to the other at any byte.
    @Test(arguments: [32 << 20, 0, 12_345])
    func appendsOfAnySizeGiveTheHashOfTheWhole(cachedBytes: Int64) throws {
        let (folder, blobs) = try folder(cachedBytes: cachedBytes)
        defer { withExtendedLifetime(folder) {} }
        var random = SplitMix64(seed: 3)
        let account = AccountNumber(1)
        for round in 0..<2 {
            let whole = Self.bytes(4_300_000 + round * 4_100_000, seed: UInt64(round))
            let id = try #require(SessionID("s\(round)"))
            var offset = 0
            var blocks: [Int64: SessionBlock] = [:]
            while offset < whole.count {
                let count = min(Int(random.next() % 3_000_000) + 1, whole.count - offset)
                let piece = Array(whole[offset..<(offset + count)])
                var arriving = try ArrivingBytes.session(
                    id, of: account, at: Int64(offset), hashesCall: true, in: blobs)
                try arriving.append(Array(piece.prefix(count / 2)))
                try arriving.append(Array(piece.dropFirst(count / 2)))
                let (appended, hash) = try arriving.finish()
                #expect(hash == Self.contentHash(piece))
                for block in appended.blocks { blocks[block.index] = block }
                offset += count
            }
            let ordered = blocks.values.sorted { $0.index < $1.index }
            #expect(ServerMachine<SQLiteMetadata, BlobDouble>.cover(ordered, Int64(whole.count)))
            // What a call that broke off left behind is cut away.
            let file = try DurableFile(creating: blobs.session(id, of: account))
            try file.write([1, 2, 3], at: Int64(whole.count))
            var transaction = BlobTransaction(blobs)
            let hash = try transaction.publish(
                session: id, of: account, length: Int64(whole.count),
                blocks: ordered.map(\.digest))
            #expect(hash == Self.contentHash(whole))
            #expect(try FileHash.hash(of: blobs.recent(hash)) == hash)
        }
    }

    /// As after a crash, or a full disk, between the name and the row.
    @Test func aSessionThatGoesOnAfterItsBytesGotANameLeavesTheBlob() throws {
        let (folder, blobs) = try folder()
        defer { withExtendedLifetime(folder) {} }
        let (id, account) = (try #require(SessionID("s")), AccountNumber(1))
        func append(_ bytes: [UInt8], at offset: Int64) throws -> [ContentHash] {
            var arriving = try ArrivingBytes.session(
                id, of: account, at: offset, hashesCall: false, in: blobs)
            try arriving.append(bytes)
            return try arriving.finish().0.blocks.map(\.digest)
        }
        func publish(_ length: Int64, _ blocks: [ContentHash]) throws -> ContentHash {
            var transaction = BlobTransaction(blobs)
            return try transaction.publish(
                session: id, of: account, length: length, blocks: blocks)
        }
        let start = try append([1, 2, 3], at: 0)
        let first = try publish(5, try append([4, 5], at: 3))
        let second = try publish(3, start)
        let third = try publish(6, try append([6, 7, 8], at: 3))
        #expect(Set([first, second, third]).count == 3)
        for hash in [first, second, third] {
            #expect(try FileHash.hash(of: blobs.recent(hash)) == hash)
        }
        #expect(try publish(6, try append([8], at: 5)) == third)
        #expect(try FileSystem.names(in: folder.path + "/incoming") == [])
    }

    @Test func publishingTwiceMendsAndIsNoError() throws {
        let (folder, blobs) = try folder()
        defer { withExtendedLifetime(folder) {} }
        func stage(_ bytes: [UInt8]) throws -> StagedContent {
            let number = blobs.nextNumber()
            var arriving = try ArrivingBytes.staged(number, in: blobs)
            try arriving.append(bytes)
            let (appended, hash) = try arriving.finish()
            return StagedContent(hash: try #require(hash), size: appended.count, number: number)
        }
        var transaction = BlobTransaction(blobs)
        let staged = try stage([1, 2, 3])
        try transaction.publish(staged)
        try transaction.publish(staged)
        try transaction.sync()
        let path = blobs.recent(staged.hash)
        try Data([9]).write(to: URL(fileURLWithPath: path))
        try transaction.publish(try stage([1, 2, 3]))
        #expect(try FileHash.hash(of: path) == staged.hash)
    }

    @Test func aFullDiskIsToldAsSuch() throws {
        let file = try DurableFile(creating: "/dev/full")
        do {
            try file.write([1], at: 0)
            #expect(Bool(false), "nothing fits there")
        } catch {
            guard case .diskFull = error else {
                return #expect(Bool(false), "\(error)")
            }
        }
        let space = DiskSpace(reserve: 100) { () throws(ServerError) in 150 }
        #expect(throws: Never.self) { try space.admit(50) }
        #expect(throws: ServerError.self) { try space.admit(51) }
    }

    @Test func manyUploadsTogetherLeaveTheReserve() throws {
        let folder = try TemporaryFolder("blobs")
        let room = 10 * SpaceClaim.step
        let blobs = BlobFolder(
            path: folder.path,
            space: DiskSpace(reserve: 1000) { () throws(ServerError) in 1000 + room })
        try blobs.prepare()
        func upload(_ held: inout [SpaceClaim]) -> Bool {
            guard let claim = try? SpaceClaim(on: blobs.space) else { return false }
            held.append(claim)
            return true
        }
        var held: [SpaceClaim] = []
        #expect((0..<100).count { _ in upload(&held) } == 10)
        #expect(throws: ServerError.self) { try blobs.space.admit(1) }
        #expect(throws: ServerError.self) { _ = try ArrivingBytes.staged(1, in: blobs) }
        // What one has written counts as the disk tells it, and no longer here.
        #expect(throws: Never.self) { try held[0].take(SpaceClaim.step) }
        #expect(throws: Never.self) { try held[0].take(1) }
        held = []
        #expect(throws: Never.self) { try blobs.space.admit(room) }
        do {
            let arriving = try ArrivingBytes.staged(2, in: blobs)
            #expect(throws: ServerError.self) { try blobs.space.admit(room) }
            _ = try arriving.finish()
        }
        #expect(throws: Never.self) { try blobs.space.admit(room) }
    }

    @Test func whatArrivedHalfwayIsClearedAway() throws {
        let (folder, blobs) = try folder()
        try folder.write([1], to: "incoming/17")
        try blobs.prepare()
        #expect(try FileSystem.names(in: folder.path + "/incoming") == [])
    }
}
