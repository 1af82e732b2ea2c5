public import DecoderProtocol
public import Photos

/// Decides what a file's own words mean: pure, and total over any input.
public enum MetadataMapping {
    /// A photo's metadata from what its file says. Which date counts, and by
    /// which zone, is `CaptureDate`'s business.
    ///
    /// The place is given as written, 0°, 0° too (many cameras write it
    /// without a fix); no zone is derived from that one.
    ///
    /// - Parameters:
    ///   - fileName: the file's own name, with its extension.
    ///   - fileModified: the modification time as `LocalClock` reads it.
    ///   - today: decides which dates are absurd.
    public static func metadata(
        of facts: FileFacts, fileName: ArraySlice<UInt8>, fileModified: CaptureTime?,
        today: CaptureTime
    ) -> PhotoMetadata {
        let date = CaptureDate(
            facts, fileName: fileName, fileModified: fileModified, today: today)
        let kind = facts.format.kind
        return PhotoMetadata(
            kind: kind, taken: date.time, utcOffsetMinutes: date.utcOffsetMinutes,
            dateSource: date.source, zone: date.zone, size: facts.size, location: facts.location,
            camera: CameraName.name(make: facts.fields[.make], model: facts.fields[.model]),
            durationMilliseconds: kind == .video ? facts.durationMilliseconds : nil,
            traits: traits(of: facts))
    }

    private static func traits(of facts: FileFacts) -> FileTraits {
        let isFilm = facts.format.kind == .video
        return FileTraits(
            form: isFilm ? .film : facts.format == .raw ? .raw : .still,
            isAnimated: facts.isAnimated && !isFilm, motion: facts.motion,
            contentIdentifier: facts.fields[.contentIdentifier])
    }

    /// What an XMP file says of the photo beside it.
    public static func sidecar(of facts: SidecarFacts, today: CaptureTime) -> SidecarMetadata {
        var file = FileFacts(format: .jpeg, fields: facts.fields)
        file.location = facts.location
        let date = CaptureDate(file, fileName: [], fileModified: nil, today: today)
        return SidecarMetadata(
            taken: date.time, utcOffsetMinutes: date.utcOffsetMinutes, zone: date.zone,
            location: facts.location)
    }
}
