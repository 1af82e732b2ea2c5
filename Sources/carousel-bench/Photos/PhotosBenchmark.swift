import CommandLineKit
import Foundation

/// `carousel-bench photos`: the photo plane of the server, against plain
/// loops, nginx and the plain file plane in the same run.
enum PhotosBenchmark {
    private static let entries = Option(
        "entries", "N", .integer(in: 20_000...10_000_000),
        help: "photos of the large account (default: 1000000)")
    private static let indexed = Option(
        "indexed", "N", .integer(in: 1_000...1_000_000),
        help: "photos of the first index (default: 100000)")
    private static let made = Option(
        "made", "N", .integer(in: 30...100_000),
        help: "photos that are read for their facts and thumbnails (default: 300)")
    private static let rounds = Option(
        "rounds", "N", .integer(in: 1...50),
        help: "how often each is measured; medians count (default: 5)")
    private static let folder = Option(
        "folder", "DIR", .text, help: "where to work: the disk that is measured (default: /tmp)")

    static let command = Command(
        "photos", summary: "The photo plane: feed, first index, thumbnails",
        discussion: """
            carousel-server and carousel-decoder must be built beside this program; nginx and \
            wrk must be installed.
            """,
        [entries, indexed, made, rounds, folder, jsonFlag]
    ) { arguments in
        await benchmarking {
            let folder =
                (arguments[folder] ?? NSTemporaryDirectory())
                + "/carousel-bench-\(UUID().uuidString)"
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            defer { removeFolder(folder) }
            let rounds = arguments[rounds] ?? 5
            let sample = try await SampleCache.folder(photos: arguments[made] ?? 300)
            let photos = sample.files.filter { $0.lowercased().hasSuffix(".jpg") }
            var figures = try MakingMeasures.figures(in: folder, photos: photos)
            figures += try FeedMeasures.figures(
                in: folder, entries: arguments[entries] ?? 1_000_000, rounds: rounds)
            figures += try ThumbnailBatches.figures(in: folder, rounds: rounds)
            figures += try IndexMeasures.figures(
                in: folder, photos: photos, count: arguments[indexed] ?? 100_000)
            show(figures, asJSON: arguments[jsonFlag])
        }
    }
}
