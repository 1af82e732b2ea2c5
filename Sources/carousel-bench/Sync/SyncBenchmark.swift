import Carousel
import CommandLineKit
import Foundation
import Photos

/// `carousel-bench sync`: what a linked library costs, against plain loops
/// and the disk in the same run.
enum SyncBenchmark {
    private static let photos = Option(
        "photos", "N", .integer(in: 100...1_000_000),
        help: "photos of the account (default: 5000)")
    private static let uploads = Option(
        "uploads", "N", .integer(in: 10...10_000), help: "photos to upload (default: 200)")
    private static let size = Option(
        "size", "BYTES", .integer(in: 300_000...16_000_000),
        help: "bytes of each (default: 3000000)")
    private static let rounds = Option(
        "rounds", "N", .integer(in: 10...10_000), help: "acts that are measured (default: 200)")
    private static let folder = Option(
        "folder", "DIR", .text, help: "where to work: the disk that is measured (default: /tmp)")

    static let command = Command(
        "sync", summary: "A linked library: acts, the first sync, uploads",
        discussion: """
            carousel-server must be built beside this program. hide_vs_fdatasync is the median \
            of an act, from the call to the snapshot, against one fdatasync of the same disk; \
            first_sync_vs_bare the rate of the photos coming into the timeline against a plain \
            loop that reads the same pages and inserts the same rows; upload_vs_bare against \
            two plain connections that send the same files.
            """,
        [photos, uploads, size, rounds, folder, jsonFlag]
    ) { arguments in
        await benchmarking {
            let folder =
                (arguments[folder] ?? NSTemporaryDirectory())
                + "/carousel-bench-\(UUID().uuidString)"
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            defer { removeFolder(folder) }
            let served = try ServedFolder(in: folder)
            try served.start()
            defer { served.stop() }
            let count = arguments[photos] ?? 5_000
            var figures = try await FirstSyncMeasures(folder: folder, served: served).figures(
                photos: count, rounds: arguments[rounds] ?? 200)
            figures += try await UploadMeasures(folder: folder, served: served).figures(
                photos: arguments[uploads] ?? 200, bytes: arguments[size] ?? 3_000_000)
            show(figures, asJSON: arguments[jsonFlag])
        }
    }

    /// A library in a new directory, linked with the server.
    static func linkedLibrary(
        _ name: String, in folder: String, _ served: ServedFolder
    ) async throws -> PhotoLibrary {
        let library = try await PhotoLibrary.open(
            LibraryDirectory(FilePath(folder + "/" + name)))
        try await library.link(
            to: ServerAddress("http://127.0.0.1:\(served.port)"), user: "bench",
            password: "benchmark", device: "bench")
        return library
    }
}
