import Carousel
import CommandLineKit
import Photos
import Timeline

/// `carousel timeline`
enum TimelineCommand {
    private static let limit = Option(
        "limit", "N", .integer(in: 1...Int(Int32.max)), help: "the newest N photos only")
    private static let hidden = Flag("hidden", help: "the hidden photos instead")
    private static let deleted = Flag(
        "deleted", help: "the deleted photos instead, last deleted first")
    private static let unavailable = Flag(
        "unavailable", help: "only photos none of whose files can be reached now")

    private static let deletedElsewhere = Flag(
        "deleted-elsewhere",
        help: "instead, photos that another device deleted and whose files lie here")
    private static let serverOnly = Flag(
        "server-only", help: "only photos of which no file lies here")

    static let command = Command(
        "timeline", summary: "List the photos in the order of the window, newest first",
        discussion: """
            With --json one object a photo: luid, event, paths, taken (local time as the \
            camera's clock showed it), utc_offset_minutes, date_source, width, height, kind, \
            content_hash, latitude, longitude, camera, duration (seconds of a film), \
            animated (more than one frame), motion (file or embedded: what moves of a Live \
            Photo or motion photo), parts (the other files of its item, each with luid, role \
            and paths), sidecars, hidden, favourite, available, where (local, server or both), \
            pending (to be uploaded, or something done to it is to be sent), copies (files of \
            it on the server). A path \
            that is not UTF-8 is shown readably in paths and given exactly, as base64, in \
            path_bytes. Deleted photos have no event, and the paths that their files had.
            """,
        [
            LibraryOption.option, limit, hidden, deleted, unavailable, deletedElsewhere,
            serverOnly, jsonFlag,
        ]
    ) { arguments in
        await reporting { () throws(LibraryError) in
            let library = try await PhotoLibrary.open(
                LibraryOption.directory(arguments), as: .reader, showing: shown(arguments))
            let isWritten =
                if arguments[deleted] {
                    try listAside(try library.deletedPhotos(), arguments)
                } else if arguments[deletedElsewhere] {
                    try listAside(try library.photosDeletedElsewhere(), arguments)
                } else {
                    try await list(library, arguments)
                }
            await library.close()
            return isWritten ? .succeeded : .failed
        }
    }

    private static func shown(_ arguments: Arguments) -> PhotoFilter {
        let (hidden, unavailable) = (arguments[hidden], arguments[unavailable])
        guard unavailable else { return hidden ? .hidden : .visible }
        return PhotoFilter {
            $0.flags.contains(.hidden) == hidden && $0.flags.contains(.unavailable)
        }
    }

    private static func listAside(
        _ photos: [PhotoDetails], _ arguments: Arguments
    ) throws(LibraryError) -> Bool {
        var listing = TimelineListing(asJSON: arguments[jsonFlag])
        for photo in photos.prefix(arguments[limit] ?? .max) {
            guard listing.add(photo, in: nil) else { return false }
        }
        return listing.finish()
    }

    /// False when nobody reads any more.
    private static func list(
        _ library: PhotoLibrary, _ arguments: Arguments
    ) async throws(LibraryError) -> Bool {
        let limit = arguments[limit] ?? .max
        // The newest photos are there at once; only more has to be waited
        // for.
        if library.snapshot.photoCount < limit { try await library.loaded() }
        let snapshot = library.snapshot
        let end = min(limit, snapshot.photoCount)
        var listing = TimelineListing(asJSON: arguments[jsonFlag])
        for index in 0..<snapshot.eventCount {
            let event = snapshot.event(at: index)
            let positions = event.positions.clamped(to: 0..<end)
            guard !positions.isEmpty else { break }
            listing.begin(event)
            for photo in try library.details(in: positions, of: snapshot)
            where !arguments[serverOnly] || !photo.isLocal {
                guard listing.add(photo, in: event.id) else { return false }
            }
        }
        return listing.finish()
    }
}
