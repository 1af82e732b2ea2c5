import Foundation
import Photos
import TestSupport
import Testing

@testable import Media

struct ContentHasherTests {
    @Test(arguments: [
        0, 1, 65_536, 4_194_303, 4_194_304, 4_194_305, 8_388_608, 9_000_001,
    ])
    func theHashIsThatOfTheHashesOfTheBlocks(size: Int) throws {
        let tree = try FileTree()
        var random = SplitMix64(seed: UInt64(size))
        let bytes = (0..<(size + 7) / 8).flatMap { _ in
            withUnsafeBytes(of: random.next()) { Array($0) }
        }.prefix(size)
        let file = tree.add("a.bin", Array(bytes))
        var hasher = ContentHasher()
        let hashed = try hasher.hash(of: file)
        #expect(try hashed.hash == reference(Array(bytes), tree))
        #expect(try hashed.stamp == FileStamp(of: file))
        // The same one again, in pieces of another size.
        for piece in stride(from: 0, to: size, by: 999_999) {
            bytes[piece..<min(size, piece + 999_999)].withUnsafeBytes { hasher.update($0) }
        }
        #expect(hasher.finish() == hashed.hash)
    }

    @Test func aHasherGoesOnAfterAnError() throws {
        let tree = try FileTree()
        let file = tree.add("a.jpg", [1, 2, 3])
        var hasher = ContentHasher()
        let first = try hasher.hash(of: file)
        #expect(error(of: tree.path("gone.jpg"), &hasher) == .vanished(tree.path("gone.jpg")))
        #expect(error(of: tree.root, &hasher) == .notAFile(tree.root))
        #expect(try hasher.hash(of: file) == first)
    }

    @Test func aFileThatMayNotBeReadSaysSo() throws {
        let tree = try FileTree()
        let closed = tree.add("closed.jpg")
        try #require(chmod(closed.display, 0) == 0)
        var hasher = ContentHasher()
        #expect(PlainUser.run { error(of: closed, &hasher) } == .denied(closed))
    }

    @Test func aFileThatIsWrittenWhileItIsReadHasNoHash() throws {
        let tree = try FileTree()
        let file = tree.add("growing.mp4")
        // Without blocks on the disk, but long to hash.
        try #require(truncate(file.display, 64 * 1024 * 1024) == 0)
        let isDone = Flag()
        let hasBegun = DispatchSemaphore(value: 0)
        let hasEnded = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            let descriptor = open(file.display, O_WRONLY | O_APPEND)
            while !isDone.value {
                _ = write(descriptor, "x", 1)
                hasBegun.signal()
            }
            close(descriptor)
            hasEnded.signal()
        }
        hasBegun.wait()
        var hasher = ContentHasher()
        let found = error(of: file, &hasher)
        isDone.set()
        hasEnded.wait()
        #expect(found == .changedMeanwhile(file))
    }

    @Test func aCancelledTaskHashesNothing() async throws {
        let tree = try FileTree()
        let file = tree.add("a.jpg")
        let found = await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            var hasher = ContentHasher()
            return error(of: file, &hasher)
        }.value
        #expect(found == .cancelled)
    }

    private func error(of path: FilePath, _ hasher: inout ContentHasher) -> MediaError? {
        do throws(MediaError) {
            _ = try hasher.hash(of: path)
            return nil
        } catch {
            return error
        }
    }

    /// By another implementation: the system's `sha256sum`.
    private func reference(_ bytes: [UInt8], _ tree: FileTree) throws -> ContentHash {
        var digests: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 4 * 1024 * 1024) {
            digests += try sha256(
                Array(bytes[start..<min(bytes.count, start + 4 * 1024 * 1024)]), tree)
        }
        return try #require(ContentHash(bytes: sha256(digests, tree)))
    }

    private func sha256(_ bytes: [UInt8], _ tree: FileTree) throws -> [UInt8] {
        let file = tree.add("block", bytes)
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/sha256sum")
        process.arguments = ["-b", file.display]
        process.standardOutput = output
        try process.run()
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return try #require(ContentHash(hexadecimal: text.prefix(64))).bytes
    }
}
