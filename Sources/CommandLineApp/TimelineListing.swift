import Carousel
import CommandLineKit
import Photos
import Timeline

/// Writes the photos of a timeline, as lines for scripts or for a person.
struct TimelineListing {
    private let asJSON: Bool
    private var pending = ""

    init(asJSON: Bool) {
        self.asJSON = asJSON
    }

    mutating func begin(_ event: EventSummary) {
        guard !asJSON else { return }
        let count = event.photoCount == 1 ? "1 photo" : "\(event.photoCount) photos"
        let title = event.last?.date.words ?? "Without a date"
        pending += "\n\(title) · \(count)\n"
    }

    /// False when nobody reads any more.
    mutating func add(_ photo: PhotoDetails, in event: EventID?) -> Bool {
        pending += (asJSON ? json(photo, event) : plain(photo)) + "\n"
        return pending.utf8.count < 64 << 10 || finish()
    }

    /// Writes what is left.
    mutating func finish() -> Bool {
        defer { pending = "" }
        return pending.isEmpty || Terminal.standardOutput.write(pending)
    }

    private func json(_ photo: PhotoDetails, _ event: EventID?) -> String {
        let metadata = photo.metadata
        var members: [(String, JSONText)] = [
            ("luid", .integer(photo.luid.rawValue)),
            ("event", event.map { .integer($0.rawValue) } ?? .null),
            ("paths", .array(photo.paths.map { .string($0.display) })),
        ]
        if photo.paths.contains(where: { !$0.isUTF8 }) {
            members.append(("path_bytes", .array(photo.paths.map { .string($0.base64) })))
        }
        members += [
            ("taken", .string(metadata.taken?.description)),
            ("utc_offset_minutes", .integer(metadata.utcOffsetMinutes)),
            ("date_source", .string(metadata.dateSource.name)),
            ("width", .integer(metadata.size?.width)),
            ("height", .integer(metadata.size?.height)),
            ("kind", .string(metadata.kind.name)),
            ("content_hash", .string(photo.contentHash?.hexadecimal)),
            ("latitude", .number(metadata.location?.latitude)),
            ("longitude", .number(metadata.location?.longitude)),
            ("camera", .string(metadata.camera)),
            ("duration", .number(metadata.durationMilliseconds.map { Double($0) / 1000 })),
            ("animated", .bool(metadata.traits.isAnimated)),
            ("motion", .string(photo.motion?.name)),
            ("parts", .array(photo.parts.map(json))),
            ("sidecars", .array(photo.sidecars.map { .string($0.display) })),
        ]
        members += [
            ("hidden", .bool(photo.isHidden)), ("favourite", .bool(photo.isFavourite)),
            ("available", .bool(photo.isAvailable)), ("where", .string(photo.place)),
            ("pending", .bool(photo.isPending)), ("copies", .integer(photo.serverCopies)),
        ]
        return JSONText.object(members).line
    }

    private func json(_ part: PhotoPart) -> JSONText {
        .object([
            ("luid", .integer(part.luid.rawValue)), ("role", .string(part.role.name)),
            ("paths", .array(part.paths.map { .string($0.display) })),
        ])
    }

    private func plain(_ photo: PhotoDetails) -> String {
        let time = photo.metadata.taken.map { String($0.description.dropFirst(11).prefix(8)) }
        let size = photo.metadata.size.map { "\($0.width) × \($0.height)" } ?? ""
        return [
            "  \(time ?? "        ")", "#\(photo.luid)", size,
            photo.paths.isEmpty
                ? "on the server" : photo.paths.map(\.display).joined(separator: " = "),
        ].joined(separator: "  ")
    }
}

extension PhotoDetails {
    /// Where its bytes are, as in JSON.
    fileprivate var place: String {
        serverCopies == 0 ? "local" : isLocal ? "both" : "server"
    }
}

extension PhotoDetails.Motion {
    /// The name in JSON.
    fileprivate var name: String {
        switch self {
        case .file: "file"
        case .embedded: "embedded"
        }
    }
}

extension CalendarDate {
    /// `Wednesday 9 April 2014`
    fileprivate var words: String {
        let weekdays = [
            "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
        ]
        let months = [
            "January", "February", "March", "April", "May", "June", "July", "August",
            "September", "October", "November", "December",
        ]
        return "\(weekdays[weekday]) \(day) \(months[month - 1]) \(year)"
    }
}
