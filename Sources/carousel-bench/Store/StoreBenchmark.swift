import Carousel
import CommandLineKit
import Foundation
import Photos
import Store

/// `carousel-bench store`: from `library.db` into the live timeline, against a
/// loop in C over the same rows.
enum StoreBenchmark {
    private static let photos = Option(
        "photos", "N", .integer(in: 1000...100_000_000), help: "photos (default: 1000000)")
    private static let fill = Option(
        "fill", "DIR", .text, help: "only fill a new library in DIR")
    private static let library = Option(
        "library", "DIR", .text, help: "measure the library in DIR, which --fill has made")

    static let command = Command(
        "store", summary: "Loading, writing and rescanning, against a loop in C",
        discussion: """
            The loop in C steps through the whole table 'timeline' and fills plain structs. \
            'records' are the same rows as values of the store, 'live' is the timeline with \
            its events, in the batches of a start. Times are CPU time of the thread. The \
            library is filled by another process, so that resident memory is that of a start.
            """,
        [photos, fill, library, jsonFlag]
    ) { arguments in
        await benchmarking {
            let count = arguments[photos] ?? 1_000_000
            if let directory = arguments[fill] {
                let seconds = try MadeLibrary.write(count, to: FilePath(directory))
                let rate = Double(count) / seconds
                return show([("files_written_per_cpu_s", .number(rate))], asJSON: true)
            }
            if let directory = arguments[library] {
                return show(try figures(directory), asJSON: arguments[jsonFlag])
            }
            let scratch = NSTemporaryDirectory() + "carousel-bench-\(UUID().uuidString)"
            defer { removeFolder(scratch) }
            let written = try filled(scratch, count)
            show(
                try [("photos", .integer(count)), written] + figures(scratch),
                asJSON: arguments[jsonFlag])
        }
    }

    private static func figures(_ directory: String) throws -> [(String, JSONText)] {
        // First, while the process has nothing else in memory.
        try LoadMeasures(directory).figures() + RescanMeasures.figures(FilePath(directory))
            + ThumbnailMeasures.figures() + startFigures(directory)
    }

    private static func startFigures(_ directory: String) throws -> [(String, JSONText)] {
        let start = try ProcessStart.measure(LibraryDirectory(FilePath(directory)), rounds: 21)
        return [
            ("process_first_200_ms", rounded(start.first200 * 1000)),
            ("process_listed_200_ms", rounded(start.listed200 * 1000)),
            ("empty_process_ms", rounded(start.empty * 1000)),
            ("process_first_200_vs_empty", rounded(start.first200 / start.empty)),
            ("process_listed_200_vs_empty", rounded(start.listed200 / start.empty)),
        ]
    }

    /// Fills a library in a process of its own.
    private static func filled(
        _ directory: String, _ count: Int
    ) throws -> (String, JSONText) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["store", "--photos", "\(count)", "--fill", directory]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let number = text.split(separator: ":").last.flatMap {
            Double($0.filter { $0.isNumber || $0 == "." })
        }
        guard process.terminationStatus == 0, let number else {
            throw BenchmarkError("the library could not be filled")
        }
        return ("files_written_per_cpu_s", .number(number.rounded()))
    }
}
