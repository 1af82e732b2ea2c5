import Carousel
import CommandLineKit
import Foundation
import Photos
import Synchronization

/// `carousel-bench scan`: a first scan against plain loops over the
/// libraries, in one run.
enum ScanBenchmark {
    private static let photos = Option(
        "photos", "N", .integer(in: 10...1_000_000), help: "made-up photos (default: 5000)")
    private static let rounds = Option(
        "rounds", "N", .integer(in: 1...20),
        help: "how often each is measured; medians count (default: 3)")

    static let command = Command(
        "scan", summary: "A first scan, against plain loops of gexiv2 and libvips",
        [photos, rounds, jsonFlag]
    ) { arguments in
        await benchmarking {
            let sample = try await SampleCache.folder(photos: arguments[photos] ?? 5000)
            let result = try await measure(sample, rounds: arguments[rounds] ?? 3)
            show(result, asJSON: arguments[jsonFlag])
        }
    }

    private static func measure(
        _ sample: SampleCache.Folder, rounds: Int
    ) async throws -> [(String, JSONText)] {
        let workers = ProcessInfo.processInfo.activeProcessorCount
        var plainMetadata: [Double] = []
        var plainThumbnails: [Double] = []
        var runs: [ScanRun] = []
        for _ in 0..<rounds {
            plainMetadata.append(PlainLoops.metadata(of: sample.files, workers: workers))
            plainThumbnails.append(PlainLoops.thumbnails(of: sample.files, workers: workers))
            runs.append(try await ScanRun.measure(sample.path, workers: workers))
        }
        let reading = median(runs.map(\.readingSeconds))
        let finishing = median(runs.map(\.finishingSeconds))
        return [
            ("files", .integer(sample.files.count)), ("workers", .integer(workers)),
            ("metadata_s", .number(reading)),
            ("metadata_gexiv2_s", .number(median(plainMetadata))),
            ("metadata_rate_vs_gexiv2", .number(median(plainMetadata) / reading)),
            ("thumbnails_and_hashes_s", .number(finishing)),
            ("thumbnails_libvips_s", .number(median(plainThumbnails))),
            ("thumbnails_rate_vs_libvips", .number(median(plainThumbnails) / finishing)),
            ("files_read_at_first_photos", .integer(runs.map(\.readAtFirstPhotos).max())),
            ("commits", .integer(runs.last.map { Int($0.commits) })),
        ]
    }
}

/// One first scan of a folder into a library of its own.
struct ScanRun: Sendable {
    var readingSeconds = 0.0
    var finishingSeconds = 0.0
    /// Files whose metadata had been read when the first photos were in the
    /// snapshot.
    var readAtFirstPhotos = 0
    var commits: UInt64 = 0

    static func measure(_ folder: FilePath, workers: Int) async throws -> ScanRun {
        let directory = NSTemporaryDirectory() + "carousel-bench-\(UUID().uuidString)"
        defer { removeFolder(directory) }
        let library = try await PhotoLibrary.open(
            LibraryDirectory(FilePath(directory)), workers: workers)
        let clock = ContinuousClock()
        let start = clock.now
        let run = Mutex(ScanRun())
        let report = try await library.scan([folder]) { progress in
            run.withLock { run in
                if run.readAtFirstPhotos == 0, library.snapshot.photoCount > 0 {
                    run.readAtFirstPhotos = progress.filesRead
                }
                if progress.stage == .finishing, run.readingSeconds == 0 {
                    run.readingSeconds = (clock.now - start) / .seconds(1)
                }
            }
        }
        let commits = library.snapshot.version
        await library.close()
        return run.withLock { run in
            run.finishingSeconds = report.seconds - run.readingSeconds
            run.commits = commits
            return run
        }
    }
}
