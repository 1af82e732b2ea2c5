import Carousel
import CommandLineKit
import Foundation
import Glibc
import Photos
import Store

/// A library whose photos all wait to be uploaded, in a process of its own
/// that cannot reach the server.
struct QueueMeasures {
    let folder: String

    func figures(queued: Int) async throws -> [(String, JSONText)] {
        let directory = folder + "/queue"
        try fill(directory, queued)
        let served = try ServedFolder(in: folder)
        try served.start()
        defer { served.stop() }
        let library = try await SyncBenchmark.linkedLibrary("queue", in: folder, served)
        let status = try await library.syncStatus()
        await library.close()
        try noteThumbnails(in: directory, queued)
        guard status.toUpload == queued else {
            throw BenchmarkError("\(status.toUpload) of \(queued) photos are queued")
        }
        served.stop()
        return [
            ("queued_uploads", .integer(queued)),
            ("queued_rss_mb", .number(try peakOfSync(directory))),
        ]
    }

    private func fill(_ directory: String, _ count: Int) throws {
        let store = try LibraryStore.open(at: FilePath(directory))
        defer { store.close() }
        // It is there, as a disk whose photos wait to be sent is.
        let photos = folder + "/photos"
        try FileManager.default.createDirectory(
            atPath: photos, withIntermediateDirectories: true)
        let root = try store.write { transaction throws(StoreError) in
            try transaction.addRoot(FilePath(photos), addedMilliseconds: 0)
        }.id
        var random = SystemRandomNumberGenerator()
        for first in stride(from: 1, through: count, by: 1_000) {
            let hashes = (0..<min(1_000, count - first + 1)).map { _ in
                ContentHash(bytes: (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) })
            }
            try store.write { transaction throws(StoreError) in
                for (index, hash) in hashes.enumerated() {
                    let luid = LUID(Int64(first + index))
                    let file = try transaction.addFile(
                        NewFile(
                            root: root, path: MadeLibrary.path(of: luid),
                            stamp: MadeLibrary.stamp(of: luid),
                            metadata: PhotoMetadata(
                                kind: .photo,
                                taken: CaptureTime(milliseconds: luid.rawValue * 60_000),
                                dateSource: .exif)))
                    if let hash { try transaction.setHash(.hashed(hash), of: file) }
                    _ = try transaction.createPhoto(of: [file], content: hash)
                }
            }
        }
    }

    /// Lets the photos be as after a scan: making thumbnails is not what is
    /// measured. Before the library was opened once all would be made anew.
    private func noteThumbnails(in directory: String, _ count: Int) throws {
        let store = try LibraryStore.open(at: FilePath(directory))
        defer { store.close() }
        var random = Random(seed: 9)
        let hashes = (0..<1_000).map { _ in random.thumbHash() }
        for first in stride(from: 1, through: count, by: 1_000) {
            try store.write { transaction throws(StoreError) in
                for number in first..<min(first + 1_000, count + 1) {
                    try transaction.setThumbnailsMade(
                        of: LUID(Int64(number)), hashes[number % 1_000])
                }
            }
        }
    }

    /// The most megabytes in memory of a program that tries to sync.
    private func peakOfSync(_ directory: String) throws -> Double {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: own).deletingLastPathComponent()
            .appendingPathComponent("carousel")
        process.arguments = ["sync", "--library", directory]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        var peak = 0
        while process.isRunning {
            // Nothing to read once it has ended.
            if let bytes = try? ProcessMemory(process.processIdentifier).peakBytes() {
                peak = max(peak, bytes)
            }
            poll(nil, 0, 50)
        }
        guard process.terminationStatus == 1 else {
            throw BenchmarkError("carousel sync did not say that the server is away")
        }
        return Double(peak) / 1e6
    }
}
