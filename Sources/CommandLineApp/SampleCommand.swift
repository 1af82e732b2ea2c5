import Carousel
import CommandLineKit
import Photos
import Synchronization

/// `carousel sample DIR`
enum SampleCommand {
    private static let folder = Positional(
        "DIR", .one, .path, help: "the folder to fill; made when it is not there")
    private static let photos = Option(
        "photos", "N", .integer(in: 1...1_000_000), help: "how many photos (default: 300)")
    private static let seed = Option(
        "seed", "S", .number, help: "another number gives another folder (default: 1)")

    static let command = Command(
        "sample", summary: "Make a folder of made-up photos to try the program with",
        discussion: """
            Pictures of several formats with dates, places and all orientations, some videos \
            when ffmpeg is installed, and what real folders have: odd names, copies, broken \
            and undated files. The same number and seed give the same folder; files that are \
            there already are left alone.
            """,
        [folder, photos, seed]
    ) { arguments in
        await cancelledByInterrupt {
            await reporting { () throws(LibraryError) in
                try await make(arguments)
                return .succeeded
            }
        }
    }

    private static func make(_ arguments: Arguments) async throws(LibraryError) {
        guard let folder = arguments[folder].first.map(FilePath.absolute) else {
            preconditionFailure("the parser refuses a sample without its folder")
        }
        let clock = ContinuousClock()
        let line = Mutex(ProgressLine(now: { clock.now }))
        defer { line.withLock { $0.finish() } }
        let report = try await Samples.make(
            in: folder, photos: arguments[photos] ?? 300, seed: UInt64(arguments[seed] ?? 1)
        ) { done, total in
            line.withLock { $0.update("Making photos", done: done, of: total) }
        }
        line.withLock { $0.finish() }
        Terminal.standardOutput.write(
            "\(report.pictures) pictures, \(report.videos) videos, \(report.copies) copies and "
                + "\(report.broken) broken files in \(folder.display)\n")
        if report.missingVideos > 0 {
            Terminal.standardError.write(
                "carousel: \(report.missingVideos) videos were left out: ffmpeg is not installed\n")
        }
    }
}
