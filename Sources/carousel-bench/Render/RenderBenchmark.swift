import Carousel
import CommandLineKit
import GTKKit
import GalleryApp
import Glibc
import Photos
import Rendering

/// `carousel-bench render`: the gallery's window on scripted scrolls, with
/// the real policy, decoders and widget, against two simpler strategies.
enum RenderBenchmark {
    /// What is to be run, understood before the window's loop begins.
    struct Request: Sendable {
        var photos: Int
        var scripts: [RenderScript]
        var strategies: [DecodeStrategy]
        var log: FilePath?
        var sheet: FilePath?
        /// Seconds of random scrolling in the stead of scripts.
        var soak: Int?
        var asJSON: Bool
    }

    private static let photos = Option(
        "photos", "N", .integer(in: 1000...10_000_000), help: "photos (default: 100000)")
    private static let script = Option(
        "script", "NAME", .oneOf(["all"] + RenderScript.allCases.map(\.rawValue)),
        help: "one script, or all (default: all)")
    private static let log = Option(
        "log", "FILE", .path, help: "write what each frame did, a JSON object a line")
    private static let sheet = Option(
        "sheet", "FILE.png", .path,
        help: "draw what was on screen into one picture; figures then count for nothing")
    private static let soak = Option(
        "soak", "SECONDS", .integer(in: 1...86_400),
        help: "scroll at random for so long and tell what memory is taken")
    private static let plain = Flag("no-baselines", help: "only the renderer itself")

    /// Set by the command, taken by `main`.
    @MainActor private static var request: Request?

    static let command = Command(
        "render", summary: "The window on scripted scrolls, against two simpler strategies",
        discussion: """
            Needs a display; scripts/headless gives one. Draws a window of 1200 by 800 with \
            cells of 160 px. Up to 10,000 photos have thumbnails of their own in a database; \
            beyond, they share these. One object for each script and strategy: times are CPU \
            time of the main thread from before-paint to after-paint, in milliseconds. A frame \
            above 16.7 ms is missed. sharp_after_frames counts from the first frame that stands \
            still; sharp_allowed_frames is what the decodes of that stop took with all workers \
            busy, and two frames.
            """,
        [photos, script, plain, soak, log, sheet, jsonFlag]
    ) { arguments in
        let name = arguments[script] ?? "all"
        let scripts = RenderScript(rawValue: name).map { [$0] } ?? RenderScript.allCases
        let request = Request(
            photos: arguments[photos] ?? 100_000, scripts: scripts,
            strategies: arguments[plain] ? [.bySpeed] : DecodeStrategy.allCases,
            log: arguments[log].map { FilePath.absolute($0) },
            sheet: arguments[sheet].map { FilePath.absolute($0) }, soak: arguments[soak],
            asJSON: arguments[jsonFlag])
        await MainActor.run { RenderBenchmark.request = request }
        return .succeeded
    }

    /// Runs what the command asked for, on the main thread outside any
    /// `await`: the window's loop would hold up the main actor.
    @MainActor static func runWhatWasAsked() -> ExitCode {
        guard let request else { return .succeeded }
        do {
            try run(request)
            return .succeeded
        } catch {
            Terminal.standardError.write("carousel-bench: \(error)\n")
            return .failed
        }
    }

    @MainActor private static func run(_ request: Request) throws {
        guard GalleryApplication.hasDisplay else {
            throw BenchmarkError(
                "there is no display; try: scripts/headless .build/release/carousel-bench render")
        }
        let thumbnails = try StoredPictures(photos: request.photos)
        defer { thumbnails.remove() }
        let made = MadePhotos(count: request.photos)
        if let seconds = request.soak {
            let library = RenderLibrary(made, thumbnails)
            let stage = try RenderStage(library, .bySpeed, takesPictures: false)
            let figures = SoakRun(stage: stage, seconds: seconds).figures()
            stage.close()
            return show(figures, asJSON: request.asJSON)
        }
        let log = try request.log.map { try FrameFile($0) }
        var sheet = request.sheet.map { _ in ContactSheet() }
        for script in request.scripts {
            for strategy in request.strategies {
                let library = RenderLibrary(made, thumbnails)
                let stage = try RenderStage(library, strategy, takesPictures: sheet != nil)
                let run = stage.run(script)
                log?.write(run)
                sheet?.add(stage.pictures)
                stage.close()
                show(RenderFigures(run).all, asJSON: request.asJSON)
            }
        }
        log?.close()
        if let sheet, let path = request.sheet, !sheet.write(to: path.display) {
            throw BenchmarkError("\(path.display) could not be written")
        }
    }
}
