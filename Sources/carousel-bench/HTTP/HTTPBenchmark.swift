import CommandLineKit
import Foundation
import Glibc

/// `carousel-bench http`: what the HTTP server itself can do, against nginx
/// on the same machine in the same run.
enum HTTPBenchmark {
    private static let parked = Option(
        "parked", "N", .integer(in: 100...18_000), help: "parked requests (default: 10000)")
    private static let rounds = Option(
        "rounds", "N", .integer(in: 1...50),
        help: "how often each is measured; medians count (default: 5)")
    private static let megabytes = Option(
        "megabytes", "N", .integer(in: 10...4_000), help: "size of the upload (default: 500)")
    private static let serve = Option(
        "serve", "DIR", .text, help: "only be the server that is measured, with files in DIR")

    static let command = Command(
        "http", summary: "The HTTP server: rates against nginx, parked requests, large bodies",
        discussion: """
            Server, nginx and the loads run on this machine and share its processors. nginx and \
            wrk must be installed; parked encrypted requests need python3.
            """,
        [parked, rounds, megabytes, serve, jsonFlag]
    ) { arguments in
        await benchmarking {
            if let folder = arguments[serve] {
                try await MeasuredServer.run(folder)
                return
            }
            try DescriptorLimit.raise()
            let figures = try await measure(
                parked: arguments[parked] ?? 10_000, rounds: arguments[rounds] ?? 5,
                megabytes: arguments[megabytes] ?? 500)
            show(figures, asJSON: arguments[jsonFlag])
        }
    }

    private static func measure(
        parked: Int, rounds: Int, megabytes: Int
    ) async throws -> [(String, JSONText)] {
        let folder = NSTemporaryDirectory() + "carousel-bench-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { removeFolder(folder) }
        try MeasuredServer.writeFiles(to: folder)
        let nginx = try NginxServer(serving: folder)
        defer { nginx.stop() }
        var figures = try RateMeasures.figures(folder, nginx, rounds: rounds)
        figures += try ParkedMeasures.figures(folder, count: parked)
        figures += try BodyMeasures.figures(
            folder, nginx, rounds: rounds, megabytes: megabytes)
        return figures
    }
}
