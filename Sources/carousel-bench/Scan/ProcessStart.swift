import Carousel
import Foundation

/// From the start of a process to the newest 200 photos on its output,
/// against a process of the same program that does nothing. Seconds, medians.
struct ProcessStart {
    let first200: Double
    let empty: Double

    static func measure(_ library: LibraryDirectory, rounds: Int) throws -> ProcessStart {
        var empty: [Double] = []
        var first200: [Double] = []
        for _ in 0..<rounds {
            empty.append(try seconds(["--version"]))
            first200.append(
                try seconds(
                    ["timeline", "--limit", "200", "--library", library.path.description]))
        }
        return ProcessStart(first200: median(first200), empty: median(empty))
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
