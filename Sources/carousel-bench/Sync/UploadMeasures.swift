import Carousel
import CommandLineKit
import Foundation
import Glibc
import Photos
import Sync

/// Uploads of many photos, against rclone, which sends as many at once to a
/// server of the same kind.
struct UploadMeasures {
    let folder: String

    func figures(photos: Int, bytes: Int) async throws -> [(String, JSONText)] {
        let pictures = folder + "/pictures"
        try await makeFiles(photos, bytes, in: pictures)
        let (options, certificate) = try RcloneUpload.makeCertificate(in: folder)
        let theirs = try ServedFolder(in: folder)
        // The server looks at no photo: that would compete with both clients.
        try theirs.start(more: options, decoder: "/nonexistent")
        let rclone = try RcloneUpload(folder: folder, served: theirs).seconds(
            pictures, transfers: SyncMachine.mostUploads, certificate: certificate)
        theirs.stop()
        removeFolder(theirs.data)

        let ours = try ServedFolder(in: folder)
        try ours.start(more: options, decoder: "/nonexistent")
        defer { ours.stop() }
        let library = try await SyncBenchmark.linkedLibrary(
            "uploads", in: folder, ours, certificate: certificate)
        _ = try await library.scan([FilePath(pictures)], ScanOptions(thumbnails: false))
        let read = OwnMemory.bytesRead
        let clock = ContinuousClock()
        let start = clock.now
        let status = try await library.syncOnce()
        let seconds = (clock.now - start) / .seconds(1)
        let reread = OwnMemory.bytesRead - read
        await library.close()
        guard status.toUpload == 0, status.onServer == photos else {
            throw BenchmarkError(
                "not all photos were uploaded: \(status.onServer) of \(photos) are there, "
                    + "\(status.toUpload) wait (\(status))")
        }
        let megabytes = Double(photos * bytes) / 1e6
        return [
            ("uploads", .integer(photos)), ("upload_mb_per_s", .number(megabytes / seconds)),
            ("rclone_mb_per_s", .number(megabytes / rclone)),
            ("upload_vs_rclone", .number(rclone / seconds)),
            ("upload_reads_per_byte", .number(Double(reread) / Double(photos * bytes))),
        ]
    }

    /// Pictures with a tail that makes each as large as wanted.
    private func makeFiles(_ count: Int, _ bytes: Int, in pictures: String) async throws {
        try FileManager.default.createDirectory(
            atPath: pictures, withIntermediateDirectories: true)
        let sample = try await SampleCache.folder(photos: 60).files.first {
            $0.uppercased().hasSuffix(".JPG")
                && (FileManager.default.contents(atPath: $0)?.count ?? .max) < bytes
        }
        guard let sample, let picture = FileManager.default.contents(atPath: sample) else {
            throw BenchmarkError("no made picture is smaller than \(bytes) bytes")
        }
        for index in 0..<count {
            var tail = [UInt8](repeating: 0, count: bytes - picture.count)
            for (place, byte) in "\(index)".utf8.enumerated() { tail[place] = byte }
            try Data(picture + tail).write(to: URL(fileURLWithPath: pictures + "/\(index).jpg"))
        }
    }
}
