import DecoderProtocol
import Photos

/// What a film's container says about it.
enum VideoFacts {
    static func facts(of file: OriginalFile) throws(DecodingFailure) -> FileFacts {
        let video = try VideoFile(file)
        var facts = FileFacts(format: file.format)
        facts.size = video.size
        facts.durationMilliseconds = video.durationMilliseconds
        facts.isAnimated = true
        for (field, keys) in keys(of: file.format) {
            facts.fields[field] = keys.lazy.compactMap { video.text($0) }.first
        }
        let place = places.lazy.compactMap { video.text($0) }.first
        facts.location = place.flatMap(ISO6709.coordinate)
        guard facts.size != nil || !facts.fields.isEmpty else {
            throw DecodingFailure(.corrupt, "The film says nothing about itself.")
        }
        return facts
    }

    /// Where fields are found, best first. The time that an AVI carries is
    /// its camera's own; the other containers' are UTC.
    private static func keys(of format: FileFormat) -> [(MetadataField, [String])] {
        [
            (
                format == .avi ? .containerLocalTime : .containerCreationTime,
                ["creation_time", "date"]
            ),
            (.appleCreationDate, ["com.apple.quicktime.creationdate"]),
            (.make, ["com.apple.quicktime.make", "com.android.manufacturer", "make"]),
            (.model, ["com.apple.quicktime.model", "com.android.model", "model"]),
            (.contentIdentifier, ["com.apple.quicktime.content.identifier"]),
        ]
    }

    private static let places = [
        "com.apple.quicktime.location.ISO6709", "location", "location-eng",
    ]
}
