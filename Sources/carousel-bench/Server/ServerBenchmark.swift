import CommandLineKit
import Foundation
import Glibc

/// `carousel-bench server`: what the server as a whole can do, against nginx
/// and plain loops in the same run.
enum ServerBenchmark {
    private static let entries = Option(
        "entries", "N", .integer(in: 20_000...10_000_000),
        help: "files of the large account (default: 1000000)")
    private static let parked = Option(
        "parked", "N", .integer(in: 100...18_000), help: "waiting polls (default: 10000)")
    private static let megabytes = Option(
        "megabytes", "N", .integer(in: 10...4_000), help: "size of the upload (default: 500)")
    private static let rounds = Option(
        "rounds", "N", .integer(in: 1...50),
        help: "how often each is measured; medians count (default: 5)")
    private static let folder = Option(
        "folder", "DIR", .text, help: "where to work: the disk that is measured (default: /tmp)")

    static let command = Command(
        "server", summary: "The server: small calls, waiting polls, uploads, large accounts",
        discussion: """
            carousel-server must be built beside this program; nginx and wrk must be \
            installed, waiting encrypted polls need python3. Server, nginx and the loads run on \
            this machine and share its processors.
            """,
        [entries, parked, megabytes, rounds, folder, jsonFlag]
    ) { arguments in
        await benchmarking {
            try DescriptorLimit.raise()
            let folder =
                (arguments[folder] ?? NSTemporaryDirectory())
                + "/carousel-bench-\(UUID().uuidString)"
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            defer { removeFolder(folder) }
            let rounds = arguments[rounds] ?? 5
            var figures = try SmallRequestMeasures.figures(in: folder, rounds: rounds)
            figures += try WaitingMeasures.figures(in: folder, count: arguments[parked] ?? 10_000)
            figures += try TransferMeasures.figures(
                in: folder, megabytes: arguments[megabytes] ?? 500, rounds: rounds)
            figures += try ListMeasures.figures(
                in: folder, entries: arguments[entries] ?? 1_000_000, rounds: rounds)
            show(figures, asJSON: arguments[jsonFlag])
        }
    }
}
