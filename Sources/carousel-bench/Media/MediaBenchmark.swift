import CommandLineKit
import Foundation
import Media
import Photos

/// Hashing, walking and decoding thumbnails, each against a plain loop over
/// the same library or system calls in the same run, by the thread's own CPU
/// time.
enum MediaBenchmark {
    private static let json = Flag("json", help: "one JSON object on one line")
    private static let files = Option(
        "files", "N", .integer(in: 1000...2_000_000), help: "files to walk; 200000")
    private static let megabytes = Option(
        "megabytes", "N", .integer(in: 16...4096), help: "size of the file to hash; 256")

    private static let photos = Option(
        "photos", "N", .integer(in: 1...3000), help: "12-megapixel photos to scan; 300")
    private static let rounds = Option(
        "rounds", "N", .integer(in: 1...20),
        help: "how often they are scanned; medians count (default: 3)")

    static let command = Command(
        "media", summary: "Hash, walk, decode and scan large photos against plain loops",
        [json, files, megabytes, photos, rounds]
    ) { arguments in
        do {
            let figures =
                try run(
                    files: arguments[files] ?? 200_000, megabytes: arguments[megabytes] ?? 256)
                + (await LargePhotos.figures(
                    photos: arguments[photos] ?? 300, rounds: arguments[rounds] ?? 3))
            let text =
                arguments[json]
                ? JSONText.object(figures).line
                : figures.map { "\($0.0): \($0.1.line)" }.joined(separator: "\n")
            return Terminal.standardOutput.write(text + "\n") ? .succeeded : .failed
        } catch {
            Terminal.standardError.write("carousel-bench media: \(error)\n")
            return .failed
        }
    }

    private static func run(files: Int, megabytes: Int) throws -> [(String, JSONText)] {
        let folder = NSTemporaryDirectory() + "carousel-bench-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        // What a benchmark leaves behind is the system's to clear.
        defer { try? FileManager.default.removeItem(atPath: folder) }
        return try HashLoops.figures(in: FilePath(folder), megabytes: megabytes)
            + WalkLoops.figures(in: FilePath(folder), files: files)
            + PixelLoops.figures()
    }
}

/// Two ways to do the same, run in turns, so that whatever else the machine
/// does meets both alike.
struct Race {
    /// Seconds of the thread's CPU time, the middle one of all rounds.
    let ours: Double
    let plain: Double

    /// How fast ours is: 1 is as fast as the plain loop.
    var ratio: Double { plain / ours }

    init(rounds: Int, ours: () throws -> Void, plain: () throws -> Void) rethrows {
        var times: (ours: [Double], plain: [Double]) = ([], [])
        for _ in 0..<rounds {
            times.plain.append(try Self.seconds(plain))
            times.ours.append(try Self.seconds(ours))
        }
        self.ours = times.ours.sorted()[rounds / 2]
        self.plain = times.plain.sorted()[rounds / 2]
    }

    private static func seconds(_ body: () throws -> Void) rethrows -> Double {
        let start = now()
        try body()
        return now() - start
    }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// A figure to three digits behind the point.
func rounded(_ figure: Double) -> JSONText {
    .number((figure * 1000).rounded() / 1000)
}
