public import Photos

/// Decides which photos are parts of which items: the two files of a Live
/// Photo, the raw and the developed picture of one shot.
///
/// The rules:
/// - *Identifier.* Pictures and films that carry the same identifier are one
///   item. Films are the parts.
/// - *Name.* A picture and a film of the same stem in one folder are one item
///   when they were taken within three seconds of each other (the film's
///   length comes on top, as some containers tell its end), by their clocks or
///   by UTC; where only one side's zone is known, a distance of whole quarters
///   of an hour counts as none. A film without a date of its own counts when
///   it is as short as such films are. Two different identifiers are never one
///   item.
/// - *Raw.* A raw picture and another one of the same stem in one folder, by
///   the same camera and of the same time, are one item. The raw is the part.
///
/// The primary is a picture that any viewer shows before a raw one, one with
/// the film's own stem before another, then the first known one.
public struct ItemPairing: Sendable {
    private let files: [ItemFile]

    /// - Parameter files: all files that share a photo, a stem or an identifier
    ///   with one of them, here or on the server. Their order does not matter.
    public init(files: [ItemFile]) {
        self.files = files.sorted { ($0.luid, $0.source) < ($1.luid, $1.source) }
    }

    /// The parts among the photos of these files, by LUID; all others of them
    /// are parts of nothing.
    /// - Complexity: O(n²) for n files, which are few.
    public func parts() -> [ItemPart] {
        var items: [LUID: LUID] = [:]
        for raw in files where raw.metadata.traits.form == .raw && items[raw.luid] == nil {
            let still = files.first { isOneShot(raw, $0) }
            if let still { items[raw.luid] = still.luid }
        }
        for film in files where film.metadata.traits.form == .film && items[film.luid] == nil {
            if let picture = picture(of: film) {
                // A raw picture's film goes to the picture that stands for it.
                items[film.luid] = items[picture.luid] ?? picture.luid
            }
        }
        var parts: [ItemPart] = []
        for file in files where parts.last?.luid != file.luid {
            guard let item = items[file.luid], item != file.luid else { continue }
            let role: ItemRole = file.metadata.traits.form == .film ? .motion : .raw
            parts.append(ItemPart(luid: file.luid, item: item, role: role))
        }
        return parts
    }

    private func picture(of film: ItemFile) -> ItemFile? {
        let pictures = files.filter { $0.metadata.traits.form != .film && $0.luid != film.luid }
        let identifier = film.metadata.traits.contentIdentifier
        let identified = pictures.filter {
            identifier != nil && $0.metadata.traits.contentIdentifier == identifier
        }
        let named = pictures.filter { isNamedAlike($0, film) }
        for group in [identified, named] {
            for form in [MediaForm.still, .raw] {
                let candidates = group.filter { $0.metadata.traits.form == form }
                if let found = candidates.first(where: { $0.stem == film.stem })
                    ?? candidates.first
                {
                    return found
                }
            }
        }
        return nil
    }

    private func isNamedAlike(_ picture: ItemFile, _ film: ItemFile) -> Bool {
        guard picture.stem == film.stem else { return false }
        if let a = picture.metadata.traits.contentIdentifier,
            let b = film.metadata.traits.contentIdentifier, a != b
        {
            return false
        }
        let length = film.metadata.durationMilliseconds ?? 0
        guard let moment = Moment(film.metadata) else { return length <= Self.longestLiveFilm }
        // A picture without a date beside a film with one: by length too.
        guard let other = Moment(picture.metadata) else {
            return length <= Self.longestLiveFilm
        }
        return moment.isNear(other, within: Self.distance + Int64(min(max(length, 0), 60_000)))
    }

    private func isOneShot(_ raw: ItemFile, _ still: ItemFile) -> Bool {
        guard still.metadata.traits.form == .still, still.stem == raw.stem,
            still.luid != raw.luid
        else { return false }
        if let a = raw.metadata.camera, let b = still.metadata.camera, a != b { return false }
        guard let a = Moment(raw.metadata), let b = Moment(still.metadata) else { return true }
        return a.isNear(b, within: Self.distance)
    }

    private static let distance: Int64 = 3000
    /// Milliseconds; Live Photos have about three seconds.
    private static let longestLiveFilm = 10_000
}

/// When a file was taken, as far as the file or a sidecar says so.
private struct Moment {
    let time: Int64
    /// Milliseconds; nil where the zone is not known.
    let offset: Int64?
    let isUTC: Bool

    init?(_ metadata: PhotoMetadata) {
        guard let taken = metadata.taken, metadata.dateSource != .fileModified,
            metadata.dateSource != .none
        else { return nil }
        time = taken.milliseconds
        isUTC = metadata.zone == .utc
        // A zone by the place may be an hour or two off: as good as none.
        offset =
            metadata.zone == .written
            ? metadata.utcOffsetMinutes.map { Int64($0) * 60_000 } : isUTC ? 0 : nil
    }

    func isNear(_ other: Moment, within distance: Int64) -> Bool {
        // Clocks are compared as they stand where both are local.
        if !isUTC, !other.isUTC, isWithin(distance, time, other.time) { return true }
        if let offset, let otherOffset = other.offset {
            return isWithin(distance, time - offset, other.time - otherOffset)
        }
        guard isUTC != other.isUTC || offset == nil || other.offset == nil else { return false }
        let (apart, overflow) = time.subtractingReportingOverflow(other.time)
        guard !overflow, abs(apart) <= 15 * 3_600_000 else { return false }
        let rest = abs(apart) % Self.quarter
        return min(rest, Self.quarter - rest) <= min(distance, Self.quarter / 2 - 1)
            && (isUTC || other.isUTC || offset != nil || other.offset != nil)
    }

    private func isWithin(_ distance: Int64, _ a: Int64, _ b: Int64) -> Bool {
        let (apart, overflow) = a.subtractingReportingOverflow(b)
        return !overflow && abs(apart) <= distance
    }

    private static let quarter: Int64 = 15 * 60_000
}
