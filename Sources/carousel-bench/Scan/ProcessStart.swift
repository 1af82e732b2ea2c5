import Carousel
import Foundation

/// From the start of a process to its output, against a process of the same
/// program that does nothing. Seconds, medians.
struct ProcessStart {
    /// To the newest photo of the snapshot, which has 200 by then.
    let first200: Double
    /// To the newest 200 with all that is known of them.
    let listed200: Double
    let empty: Double

    static func measure(_ library: LibraryDirectory, rounds: Int) throws -> ProcessStart {
        var empty: [Double] = []
        var first200: [Double] = []
        var listed200: [Double] = []
        for _ in 0..<rounds {
            empty.append(try seconds(["--version"]))
            first200.append(try seconds(timeline(1, library)))
            listed200.append(try seconds(timeline(200, library)))
        }
        return ProcessStart(
            first200: median(first200), listed200: median(listed200), empty: median(empty))
    }

    private static func timeline(_ limit: Int, _ library: LibraryDirectory) -> [String] {
        ["timeline", "--limit", "\(limit)", "--library", library.path.description]
    }

    /// How long the command line program takes until its output is there,
    /// which it writes in one piece.
    private static func seconds(_ arguments: [String]) throws -> Double {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: own).deletingLastPathComponent()
            .appendingPathComponent("carousel")
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        let clock = ContinuousClock()
        let start = clock.now
        try process.run()
        let first = output.fileHandleForReading.availableData
        let end = clock.now
        _ = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0, !first.isEmpty else {
            throw BenchmarkError("carousel \(arguments.joined(separator: " ")) failed")
        }
        return (end - start) / .seconds(1)
    }
}
