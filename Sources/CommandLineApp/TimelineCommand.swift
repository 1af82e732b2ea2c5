import Carousel
import CommandLineKit
import Photos
import Timeline

/// `carousel timeline`
enum TimelineCommand {
    static let command = Command(
        "timeline", summary: "List the photos in the order of the window, newest first",
        discussion: """
            With --json one object a photo: luid, event, paths, taken (local time as the \
            camera's clock showed it), utc_offset_minutes, date_source, width, height, kind, \
            content_hash, latitude, longitude, camera. A path that is not UTF-8 is shown \
            readably in paths and given exactly, as base64, in path_bytes.
            """,
        [LibraryOption.option, jsonFlag]
    ) { arguments in
        await reporting { () throws(LibraryError) in
            let library = try await PhotoLibrary.open(
                LibraryOption.directory(arguments), as: .reader)
            await library.loaded()
            let snapshot = library.snapshot
            var listing = TimelineListing(asJSON: arguments[jsonFlag])
            for index in 0..<snapshot.eventCount {
                let event = snapshot.event(at: index)
                listing.begin(event)
                let photos = try library.details(in: event.positions, of: snapshot)
                for photo in photos where !listing.add(photo, in: event.id) {
                    await library.close()
                    return .failed
                }
            }
            await library.close()
            return listing.finish() ? .succeeded : .failed
        }
    }
}
