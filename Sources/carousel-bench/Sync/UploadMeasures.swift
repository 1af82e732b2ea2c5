import Carousel
import CommandLineKit
import Foundation
import Glibc
import Photos

/// Uploads of many photos, against plain connections that send the same
/// files.
struct UploadMeasures {
    let folder: String
    let served: ServedFolder

    func figures(photos: Int, bytes: Int) async throws -> [(String, JSONText)] {
        let pictures = folder + "/pictures"
        let files = try await makeFiles(photos, bytes, in: pictures)
        let bare = try bareSeconds(files)
        // The account has these bytes now: the library sends others.
        for file in files { try append(Array("!".utf8), to: file) }
        let library = try await SyncBenchmark.linkedLibrary("uploads", in: folder, served)
        _ = try await library.scan([FilePath(pictures)], ScanOptions(thumbnails: false))
        let clock = ContinuousClock()
        let start = clock.now
        let status = try await library.syncOnce()
        let seconds = (clock.now - start) / .seconds(1)
        await library.close()
        guard status.toUpload == 0 else {
            throw BenchmarkError("\(status.toUpload) photos were not uploaded: \(status)")
        }
        let megabytes = Double(photos * bytes) / 1e6
        return [
            ("upload_mb_per_s", .number(megabytes / seconds)),
            ("upload_vs_bare", .number(bare / seconds)),
        ]
    }

    /// Pictures with a tail that makes each as large as wanted.
    private func makeFiles(
        _ count: Int, _ bytes: Int, in pictures: String
    ) async throws -> [String] {
        try FileManager.default.createDirectory(
            atPath: pictures, withIntermediateDirectories: true)
        let sample = try await SampleCache.folder(photos: 20).files.first {
            $0.uppercased().hasSuffix(".JPG")
        }
        guard let sample, let picture = FileManager.default.contents(atPath: sample),
            picture.count < bytes
        else {
            throw BenchmarkError("a made picture is larger than \(bytes) bytes")
        }
        return try (0..<count).map { index in
            let file = pictures + "/\(index).jpg"
            var tail = [UInt8](repeating: 0, count: bytes - picture.count)
            for (place, byte) in "\(index)".utf8.enumerated() { tail[place] = byte }
            try Data(picture + tail).write(to: URL(fileURLWithPath: file))
            return file
        }
    }

    /// Two connections, as many as the library uses.
    private func bareSeconds(_ files: [String]) throws -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        let clients = [try served.client(), try served.client()]
        for (index, file) in files.enumerated() {
            let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
            _ = try clients[index % 2].upload(
                "files/upload", #"{"path":"/bare/\#(index).jpg"}"#, length: bytes.count
            ) { try $0.send(bytes) }
        }
        return (clock.now - start) / .seconds(1)
    }

    private func append(_ bytes: [UInt8], to file: String) throws {
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
        try handle.seekToEnd()
        try handle.write(contentsOf: bytes)
        try handle.close()
    }
}
