import Carousel
import CommandLineKit
import Photos
import Synchronization

/// `carousel scan FOLDER…`
enum ScanCommand {
    private static let folders = Positional(
        "FOLDER", .atLeastOne, .path, help: "a folder with photos, taken with all below it")
    private static let watch = Flag(
        "watch", help: "go on, and take in what changes in all folders, until Ctrl+C")
    private static let noThumbnails = Flag(
        "no-thumbnails", help: "read and hash only; thumbnails are made by a later scan")

    static let command = Command(
        "scan", summary: "Take the photos of folders into the library",
        discussion: """
            Files that have not changed since the last scan are only looked at from outside. \
            Nothing in the folders is ever changed.
            With --json the result is {"photos":n,"videos":n,"unchanged":n,"attached":n,"parts":n,\
            "problems":n,"seconds":s}: photos and videos that are new or changed, files that \
            are known and unchanged, files whose content another file holds already, \
            files that belong to another photo's item (the film of a Live Photo, the raw \
            picture of a JPEG), and entries of 'carousel problems' in these folders.
            """,
        [folders, LibraryOption.option, jsonFlag, noThumbnails, watch]
    ) { arguments in
        await cancelledByInterrupt {
            await reporting { () throws(LibraryError) in
                let options = ScanOptions(thumbnails: !arguments[noThumbnails])
                let directory = LibraryOption.directory(arguments)
                let library = try await PhotoLibrary.open(toChange: directory)
                let outcome = await run(library, arguments[folders].map(FilePath.absolute), options)
                guard arguments[watch], let report = try? outcome.get() else {
                    await library.close()
                    show(try outcome.get(), asJSON: arguments[jsonFlag])
                    return .succeeded
                }
                show(report, asJSON: arguments[jsonFlag])
                try await keepUp(library, in: directory, options)
                return .succeeded
            }
        }
    }

    private static func run(
        _ library: PhotoLibrary, _ folders: [FilePath], _ options: ScanOptions
    ) async -> Result<ScanReport, LibraryError> {
        let clock = ContinuousClock()
        let line = Mutex(ProgressLine(now: { clock.now }))
        do throws(LibraryError) {
            let report = try await library.scan(folders, options) { progress in
                line.withLock { $0.show(progress) }
            }
            line.withLock { $0.finish() }
            return .success(report)
        } catch {
            line.withLock { $0.finish() }
            return .failure(error)
        }
    }

    /// Keeps up with the folders until it is interrupted: at once, or as soon
    /// as the program that has the library has closed it.
    private static func keepUp(
        _ library: PhotoLibrary, in directory: LibraryDirectory, _ options: ScanOptions
    ) async throws(LibraryError) {
        var library = library
        while !library.isOwner {
            Terminal.standardError.write(
                "carousel: another program has this library open; changes are taken in here "
                    + "once it has closed\n")
            let failure = await waitForOwner(of: library)
            await library.close()
            if let failure { throw failure }
            library = try await PhotoLibrary.open(toChange: directory)
        }
        let failure = await watch(library, options)
        await library.close()
        throw failure
    }

    private static func waitForOwner(of library: PhotoLibrary) async -> LibraryError? {
        do throws(LibraryError) {
            try await library.ownerHasClosed()
            return nil
        } catch {
            return error
        }
    }

    /// Ends when it is interrupted, or cannot go on.
    private static func watch(
        _ library: PhotoLibrary, _ options: ScanOptions
    ) async -> LibraryError {
        let telling = Task {
            for await status in library.watchStatus
            where status.isWatching || status.failure != nil {
                Terminal.standardError.write("carousel: \(status)\n")
            }
        }
        defer { telling.cancel() }
        do throws(LibraryError) {
            try await library.watch(options)
            return .cancelled
        } catch {
            return error
        }
    }

    private static func show(_ report: ScanReport, asJSON: Bool) {
        let seconds = (report.seconds * 1000).rounded() / 1000
        if asJSON {
            let line = JSONText.object([
                ("photos", .integer(report.photos)), ("videos", .integer(report.videos)),
                ("unchanged", .integer(report.unchanged)),
                ("attached", .integer(report.attached)), ("parts", .integer(report.parts)),
                ("problems", .integer(report.problems)), ("seconds", .number(seconds)),
            ])
            Terminal.standardOutput.write(line.line + "\n")
            return
        }
        var parts = ["\(report.photos) photos", "\(report.videos) videos taken in"]
        if report.unchanged > 0 { parts.append("\(report.unchanged) unchanged") }
        if report.attached > 0 { parts.append("\(report.attached) copies") }
        if report.parts > 0 { parts.append("\(report.parts) belong to a photo") }
        if report.problems > 0 {
            parts.append("\(report.problems) could not be shown (see 'carousel problems')")
        }
        Terminal.standardOutput.write(parts.joined(separator: ", ") + " in \(seconds) s\n")
    }
}

extension ProgressLine {
    fileprivate mutating func show(_ progress: LibraryProgress) {
        switch progress.stage {
        case .idle: break
        case .reading:
            update("Reading", done: progress.filesRead, of: progress.filesSeen)
        case .finishing:
            update("Making thumbnails", done: progress.finished, of: progress.toFinish)
        }
    }
}
