import Carousel
import CommandLineKit
import GTKKit
import Photos
import SecretService

/// The program `carousel-gallery` as its user calls it.
public enum GalleryCommand {
    /// What the words of the command line ask for.
    private struct Request: Sendable {
        var library: LibraryDirectory
        var options: GalleryOptions
    }

    private static let folders = Positional(
        "FOLDER", .any, .path, help: "a folder with photos, taken with all below it")
    private static let library = Option(
        "library", "DIR", .path,
        help: "the library's directory (default: carousel in your data directory)")
    private static let screenshot = Option(
        "screenshot", "FILE.png", .path,
        help: "draw the window into a file once all in sight is sharp, and end")
    private static let size = Option(
        "size", "WxH", .extent(in: 200...8192), help: "the window's size (default: 1200x800)")
    private static let collection = Option(
        "show", "WHAT", .oneOf(PhotoCollection.allCases.map(\.rawValue)),
        help: "begin with the hidden or the deleted photos")

    /// Runs the program to its end, on the main thread.
    ///
    /// - Returns: the exit code.
    public static func main() -> Int32 {
        MainLoop.attachMainActor()
        var request: Request?
        let command = Command(
            "carousel-gallery", summary: "All your photos in one timeline",
            discussion: """
                Shows the library's photos, newest first. Folders named here are taken into \
                the library; nothing in them is ever changed.
                """,
            [folders, library, screenshot, size, collection]
        ) { arguments in
            let words = await MainActor.run { Self.request(arguments) }
            await MainActor.run { request = words }
            return .succeeded
        }
        // The words are understood before the window's loop runs, not from
        // within it: a loop inside an `await` would hold up the main actor.
        var outcome: ExitCode?
        Task {
            outcome = await Program(command, version: GalleryApplication.version)
                .run(CommandLine.words)
        }
        while outcome == nil {
            MainLoop.turn(mayBlock: true)
        }
        guard outcome == .succeeded, let request else {
            return (outcome ?? .failed).rawValue
        }
        return run(request).rawValue
    }

    private static func request(_ arguments: Arguments) -> Request {
        var options = GalleryOptions(folders: arguments[folders].map { FilePath.absolute($0) })
        options.screenshot = arguments[screenshot].map { FilePath.absolute($0) }
        options.collection = arguments[collection].flatMap(PhotoCollection.init(rawValue:))
        if let size = arguments[size] {
            options.width = size.width
            options.height = size.height
        }
        return Request(
            library: arguments[library].map { LibraryDirectory(.absolute($0)) } ?? .standard,
            options: options)
    }

    private static func run(_ request: Request) -> ExitCode {
        guard GalleryApplication.hasDisplay else {
            Terminal.standardError.write(
                """
                carousel-gallery: there is no display to open a window on. Start it in a \
                desktop session, or draw the window into a file with: xvfb-run -a \
                carousel-gallery --screenshot FILE.png

                """)
            return .failed
        }
        let directory = request.library
        let application = GalleryApplication(request.options) { () throws(LibraryError) in
            try await PhotoLibrary.open(directory, secrets: SecretService())
        }
        application.run()
        guard let failure = application.failure else { return .succeeded }
        Terminal.standardError.write("carousel-gallery: \(failure.text)\n")
        return failure.isOfLibrary ? .libraryUnavailable : .failed
    }
}
