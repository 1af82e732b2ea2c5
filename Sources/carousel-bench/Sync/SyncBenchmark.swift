import Carousel
import CommandLineKit
import Foundation
import Photos

/// `carousel-bench sync`: what a linked library costs, against plain loops
/// and the disk in the same run.
enum SyncBenchmark {
    private static let photos = Option(
        "photos", "N", .integer(in: 5_000...990_000),
        help: "photos of the account (default: 200000)")
    private static let uploads = Option(
        "uploads", "N", .integer(in: 10...10_000), help: "photos to upload (default: 1000)")
    private static let size = Option(
        "size", "BYTES", .integer(in: 300_000...16_000_000),
        help: "bytes of each (default: 3000000)")
    private static let queued = Option(
        "queued", "N", .integer(in: 1_000...1_000_000),
        help: "photos that wait to be uploaded (default: 100000)")
    private static let rounds = Option(
        "rounds", "N", .integer(in: 20...1_000), help: "acts that are measured (default: 200)")
    private static let folder = Option(
        "folder", "DIR", .text, help: "where to work: the disk that is measured (default: /tmp)")

    static let command = Command(
        "sync", summary: "A linked library: acts, the first sync, uploads",
        discussion: """
            carousel-server and carousel must be built beside this program; rclone and openssl \
            must be installed. act_vs_fdatasync is the median of a hide, from the call to the \
            snapshot, against one durable append of as many bytes to a file beside it, \
            act_vs_overwrite_fdatasync against writing over as many; first_sync_vs_bare the rate of \
            the photos coming into the timeline against a plain client that reads the same \
            pages and a loop in C that inserts the same rows, durable in as many transactions; \
            upload_vs_rclone the rate of uploads against rclone with as many transfers. Both \
            speak TLS.
            """,
        [photos, uploads, size, queued, rounds, folder, jsonFlag]
    ) { arguments in
        await benchmarking {
            let folder =
                (arguments[folder] ?? NSTemporaryDirectory())
                + "/carousel-bench-\(UUID().uuidString)"
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            defer { removeFolder(folder) }
            let count = arguments[photos] ?? 200_000
            let served = try MadePhotoAccount.make(in: folder, photos: count)
            try served.start(decoder: "/nonexistent")
            var figures = try await FirstSyncMeasures(folder: folder, served: served).figures(
                photos: count, rounds: arguments[rounds] ?? 200)
            served.stop()
            figures += try await QueueMeasures(folder: folder).figures(
                queued: arguments[queued] ?? 100_000)
            figures += try await UploadMeasures(folder: folder).figures(
                photos: arguments[uploads] ?? 1_000, bytes: arguments[size] ?? 3_000_000)
            show(figures, asJSON: arguments[jsonFlag])
        }
    }

    /// A library in a directory, linked with the server.
    /// - Parameter certificate: what the server shows, when it speaks TLS.
    static func linkedLibrary(
        _ name: String, in folder: String, _ served: ServedFolder, certificate: String? = nil
    ) async throws -> PhotoLibrary {
        let library = try await PhotoLibrary.open(
            LibraryDirectory(FilePath(folder + "/" + name)))
        let scheme = certificate == nil ? "http" : "https"
        try await library.link(
            to: ServerAddress("\(scheme)://127.0.0.1:\(served.port)"), user: "bench",
            password: "benchmark", certificate: certificate.map { FilePath($0) }, device: "bench")
        return library
    }
}
