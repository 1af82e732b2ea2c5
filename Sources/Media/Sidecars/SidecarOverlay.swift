public import Photos

extension PhotoMetadata {
    /// These metadata of a file with what its sidecars say, the best sidecar
    /// first.
    ///
    /// A date that the picture itself carries (EXIF, XMP) stays; a sidecar's
    /// goes before the file's name, the container and the modification time.
    /// A place is taken where the file has none.
    ///
    /// A sidecar's time in UTC becomes local by the offset that the file
    /// itself states, else by its name or container when these have the same
    /// moment on a local clock (they then differ by a zone), else by the
    /// place, else it stays UTC.
    ///
    /// - Parameter today: decides which dates are absurd.
    public func applying(
        _ sidecars: [SidecarMetadata], today: CaptureTime
    ) -> PhotoMetadata {
        var metadata = self
        if !metadata.hasPlace, let place = sidecars.lazy.compactMap(\.location).first {
            metadata.location = place
        }
        guard dateSource != .exif, dateSource != .xmp,
            let sidecar = sidecars.first(where: { $0.taken?.isSane(asOf: today) == true }),
            let taken = sidecar.taken
        else { return metadata.withPlaceZone }
        metadata.dateSource = .sidecar
        metadata.taken = taken
        metadata.utcOffsetMinutes = sidecar.utcOffsetMinutes
        metadata.zone = sidecar.zone
        guard sidecar.zone == .utc else { return metadata }
        if zone == .written, let minutes = utcOffsetMinutes {
            metadata.place(minutes, .written)
        } else if zone == .unknown, dateSource == .filename || dateSource == .container,
            let local = self.taken,
            let minutes = UTCOffset.minutes(
                between: taken, local, tolerance: durationMilliseconds ?? 0)
        {
            metadata.place(minutes, .written)
            // It has the milliseconds, and the beginning of a film.
            metadata.taken = local
        }
        return metadata.withPlaceZone
    }

    /// Cameras without a fix write 0°, 0°.
    private var hasPlace: Bool {
        location.map { $0.latitude != 0 || $0.longitude != 0 } ?? false
    }

    /// Local by the nautical zone of the place, where only UTC is known.
    private var withPlaceZone: PhotoMetadata {
        guard zone == .utc, hasPlace, let location else { return self }
        var metadata = self
        metadata.place(UTCOffset.nautical(at: location), .place)
        return metadata
    }

    /// Turns `taken` from UTC to the clock at an offset.
    private mutating func place(_ minutes: Int, _ source: ZoneSource) {
        taken = taken?.advanced(byMilliseconds: Int64(minutes) * 60_000)
        utcOffsetMinutes = minutes
        zone = source
    }

    /// The same before an offset was borrowed.
    public var withoutBorrowedOffset: PhotoMetadata {
        guard zone == .neighbours, let minutes = utcOffsetMinutes else { return self }
        var metadata = self
        metadata.taken = taken?.advanced(byMilliseconds: -Int64(minutes) * 60_000)
        metadata.utcOffsetMinutes = nil
        metadata.zone = .utc
        return metadata
    }

    /// A photo whose time is known in UTC only, as a clock at that offset had
    /// it; others as they are.
    public func borrowing(offsetMinutes minutes: Int) -> PhotoMetadata {
        guard zone == .utc else { return self }
        var metadata = self
        metadata.place(minutes, .neighbours)
        return metadata
    }
}
