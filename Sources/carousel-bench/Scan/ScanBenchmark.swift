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

    private static let metadataOnly = Flag(
        "metadata-only", help: "leave out the thumbnails, which take by far the longest")

    static let command = Command(
        "scan", summary: "A first scan, against plain loops of gexiv2 and libvips",
        [photos, rounds, metadataOnly, jsonFlag]
    ) { arguments in
        await benchmarking {
            let sample = try await SampleCache.folder(photos: arguments[photos] ?? 5000)
            let result = try await measure(
                sample, rounds: arguments[rounds] ?? 3,
                withThumbnails: !arguments[metadataOnly])
            show(result, asJSON: arguments[jsonFlag])
        }
    }

    private static func measure(
        _ sample: SampleCache.Folder, rounds: Int, withThumbnails: Bool
    ) async throws -> [(String, JSONText)] {
        let workers = ProcessInfo.processInfo.activeProcessorCount
        var plainMetadata: [Effort] = []
        var plainThumbnails: [Effort] = []
        var runs: [ScanRun] = []
        for _ in 0..<rounds {
            plainMetadata.append(PlainLoops.metadata(of: sample.files, workers: workers))
            if withThumbnails {
                plainThumbnails.append(
                    PlainLoops.thumbnails(of: sample.files, workers: workers))
            }
            runs.append(
                try await ScanRun.measure(
                    sample.path, ScanOptions(thumbnails: withThumbnails), workers: workers))
        }
        return [
            ("files", .integer(sample.files.count)), ("workers", .integer(workers)),
            ("decoder_start_s", .number(median(runs.map(\.starting.wall)))),
        ]
            + figures("metadata", runs.map(\.reading), "gexiv2", plainMetadata)
            + (withThumbnails
                ? figures(
                    "thumbnails_and_hashes", runs.map(\.finishing), "libvips", plainThumbnails)
                : [])
            + [
                ("files_read_at_first_photos", .integer(runs.map(\.readAtFirstPhotos).max())),
                ("commits", .integer(runs.last.map { Int($0.commits) })),
            ]
    }

    /// Rates above 1 are better than the plain loop's.
    private static func figures(
        _ name: String, _ ours: [Effort], _ library: String, _ plain: [Effort]
    ) -> [(String, JSONText)] {
        let wall = median(ours.map(\.wall))
        let plainWall = median(plain.map(\.wall))
        let processor = median(ours.map(\.processor))
        let plainProcessor = median(plain.map(\.processor))
        return [
            ("\(name)_s", .number(wall)), ("\(name)_\(library)_s", .number(plainWall)),
            ("\(name)_rate_vs_\(library)", .number(plainWall / wall)),
            ("\(name)_cpu_s", .number(processor)),
            ("\(name)_\(library)_cpu_s", .number(plainProcessor)),
            ("\(name)_cpu_rate_vs_\(library)", .number(plainProcessor / processor)),
        ]
    }
}

/// One first scan of a folder into a library of its own.
struct ScanRun: Sendable {
    /// A scan of a single file, which starts the decoders. The loops that are
    /// compared with do not start their process within their time either.
    var starting = Effort(wall: 0, processor: 0)
    var reading = Effort(wall: 0, processor: 0)
    /// Hashes and thumbnails.
    var finishing = Effort(wall: 0, processor: 0)
    /// Files whose metadata had been read when the first photos were in the
    /// snapshot.
    var readAtFirstPhotos = 0
    var commits: UInt64 = 0

    static func measure(
        _ folder: FilePath, _ options: ScanOptions, workers: Int
    ) async throws -> ScanRun {
        let scratch = NSTemporaryDirectory() + "carousel-bench-\(UUID().uuidString)"
        defer { removeFolder(scratch) }
        let library = try await PhotoLibrary.open(
            LibraryDirectory(FilePath(scratch + "/library")), workers: workers)
        let starting = Effort.sinceStart
        _ = try await library.scan(
            [FilePath(try await filePerWorker(in: scratch, workers))], options)
        let shown = library.snapshot.photoCount
        let start = Effort.sinceStart
        let run = Mutex(ScanRun(starting: start - starting))
        _ = try await library.scan([folder], options) { progress in
            run.withLock { run in
                if run.readAtFirstPhotos == 0, library.snapshot.photoCount > shown {
                    run.readAtFirstPhotos = progress.filesRead
                }
                if progress.stage == .finishing, run.reading.wall == 0 {
                    run.reading = .sinceStart - start
                }
            }
        }
        let whole = Effort.sinceStart - start
        let commits = library.snapshot.version
        await library.close()
        return run.withLock { run in
            run.finishing = whole - run.reading
            run.commits = commits
            return run
        }
    }

    /// Copies of a small photo, one for each decoder.
    private static func filePerWorker(in scratch: String, _ workers: Int) async throws -> String {
        let folder = scratch + "/first"
        let files = FileManager.default
        try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let photo = try await SampleCache.folder(photos: 60).files
            .first { $0.lowercased().hasSuffix(".jpg") }
        for number in 0..<workers * 16 {
            try photo.map { try files.copyItem(atPath: $0, toPath: "\(folder)/\(number).jpg") }
        }
        return folder
    }
}
