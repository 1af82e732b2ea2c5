import Carousel
import CommandLineKit
import Foundation
import Photos

/// `carousel-bench start`: what a second start and a scan of unchanged files
/// cost, against an empty process and a plain walk.
enum StartBenchmark {
    private static let photos = Option(
        "photos", "N", .integer(in: 200...1_000_000), help: "photos (default: 20000)")
    private static let rounds = Option(
        "rounds", "N", .integer(in: 1...100),
        help: "how often each is measured; medians count (default: 15)")

    static let command = Command(
        "start", summary: "A second start, against an empty process and a plain walk",
        discussion: """
            The empty process is 'carousel --version': the same program linked to the same \
            libraries. The rescan runs without a decoder; the kernel counts the photo files \
            that anybody opens meanwhile, to decode or to hash them. Memory is this process's.
            """,
        [photos, rounds, jsonFlag]
    ) { arguments in
        await benchmarking {
            let count = arguments[photos] ?? 20_000
            let result = try await measure(count, rounds: arguments[rounds] ?? 15)
            show(result, asJSON: arguments[jsonFlag])
        }
    }

    private static func measure(
        _ count: Int, rounds: Int
    ) async throws -> [(String, JSONText)] {
        let scratch = NSTemporaryDirectory() + "carousel-bench-\(UUID().uuidString)"
        defer { removeFolder(scratch) }
        let folder = scratch + "/photos"
        let directory = LibraryDirectory(FilePath(scratch + "/library"))
        try await ManyFiles.write(count, to: folder)
        let memory = OwnMemory.resetPeak()
        let first = try await scan(folder, directory, ScanOptions(thumbnails: false))
        let peak = OwnMemory.peak
        let bytes = OwnMemory.bytesRead
        var walks: [Double] = []
        var rescans: [Double] = []
        var unchanged: [Int] = []
        var opened: [Int] = []
        let start = try ProcessStart.measure(directory, rounds: rounds)
        setenv("CAROUSEL_DECODER", "/nonexistent", 1)
        for _ in 0..<max(3, rounds / 3) {
            walks.append(PlainLoops.walk(folder).seconds)
            let openings = try FileOpenings(below: folder)
            let rescan = try await scan(folder, directory, ScanOptions(thumbnails: false))
            rescans.append(rescan.seconds)
            unchanged.append(rescan.unchanged)
            opened.append(try openings.count())
        }
        let rescanBytes = (OwnMemory.bytesRead - bytes) / max(3, rounds / 3)
        return [
            ("photos", .integer(first.photos)),
            ("first_200_ms", .number(start.first200 * 1000)),
            ("listed_200_ms", .number(start.listed200 * 1000)),
            ("empty_process_ms", .number(start.empty * 1000)),
            ("start_vs_empty", .number(start.first200 / start.empty)),
            ("listed_vs_empty", .number(start.listed200 / start.empty)),
            ("rescan_s", .number(median(rescans))), ("plain_walk_s", .number(median(walks))),
            ("rescan_rate_vs_walk", .number(median(walks) / median(rescans))),
            ("rescan_unchanged", .integer(unchanged.min())),
            ("rescan_files_opened", .integer(opened.max())),
            ("rescan_mb_read", .number(Double(rescanBytes) / 1e6)),
            ("scan_mb_read", .number(Double(bytes) / 1e6)),
            ("memory_before_scan_mb", .number(memory)), ("memory_peak_of_scan_mb", .number(peak)),
        ]
    }

    private static func scan(
        _ folder: String, _ directory: LibraryDirectory, _ options: ScanOptions
    ) async throws -> ScanReport {
        let library = try await PhotoLibrary.open(directory)
        try await library.loaded()
        let report = try await library.scan([FilePath(folder)], options)
        await library.close()
        return report
    }
}

/// Many small photo files of different content, from few pictures.
enum ManyFiles {
    /// Writes `count` JPEGs, 500 a folder: made-up pictures with a number
    /// behind their end, where no reader of JPEGs looks.
    static func write(_ count: Int, to folder: String) async throws {
        let pictures = try await SampleCache.folder(photos: 60).files
            .filter { $0.lowercased().hasSuffix(".jpg") }
            .map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
            .sorted { $0.count < $1.count }.filter { $0.count > 10_000 }.prefix(20)
        for number in 0..<count {
            let directory = folder + "/\(number / 500)"
            if number % 500 == 0 {
                try FileManager.default.createDirectory(
                    atPath: directory, withIntermediateDirectories: true)
            }
            let picture = pictures[number % pictures.count]
            let end = Data("\(number)".utf8)
            try (picture + end).write(to: URL(fileURLWithPath: directory + "/\(number).jpg"))
        }
    }
}
