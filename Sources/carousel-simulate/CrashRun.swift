import CommandLineKit
import Foundation
import Photos
import Simulation

/// Libraries that die at every write, in so many ways.
enum CrashRun {
    /// Whether nothing was lost; prints what was, and a summary.
    static func run(_ ways: Int) -> Bool {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "carousel-crashes-\(ProcessInfo.processInfo.processIdentifier)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let clock = ContinuousClock()
        let start = clock.now
        var count = CrashCount()
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: false)
            for variant in 0..<UInt64(ways) {
                try count.run(variant, at: FilePath(folder.path))
            }
        } catch {
            write("The script cannot be run: \(error)")
            return false
        }
        for failure in count.failures { write(failure) }
        let hourly = Int(Double(count.points) / ((clock.now - start) / .seconds(1)) * 3_600)
        write(
            "\(count.points) crash points, \(count.lost) lost, \(count.torn) torn, "
                + "\(hourly) an hour")
        return count.isKept
    }

    private static func write(_ line: String) {
        Terminal.standardOutput.write(line + "\n")
    }
}
