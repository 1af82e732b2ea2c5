import DecoderProtocol
import Photos

/// Messages of every kind, with and without their optional parts.
enum SampleMessages {
    static let requests: [DecoderRequest] = [
        .facts, .sidecar, .thumbnails, .picture(maxSide: 2048),
        .picture(maxSide: 64, format: .webp),
        .samplePicture(
            SamplePicture(
                format: .jpeg, size: PixelSize(width: 1600, height: 1200), seed: .max)),
        .samplePicture(
            SamplePicture(
                format: .avif, size: PixelSize(width: 16, height: 8192), seed: 7, label: "NR 12",
                exif: SampleEXIF(
                    dateTimeOriginal: "2014:04:09 12:34:56", subSecTimeOriginal: "780",
                    offsetTimeOriginal: "+02:00",
                    location: Coordinate(latitude: -33.9, longitude: 18.4), make: "Kamera",
                    model: "Modèle 1", orientation: 6))),
    ]

    static let replies: [DecoderReply] = [
        .ready(protocolVersion: DecoderReply.protocolVersion),
        .facts(FileFacts(format: .jpeg)),
        .facts(
            FileFacts(
                format: .quickTime,
                fields: [
                    .make: "Apple", .appleCreationDate: "2019-05-09T12:00:00+0200",
                    .exifDateTime: "ü",
                ],
                size: PixelSize(width: 720, height: 1280),
                location: Coordinate(latitude: 1.5, longitude: -2.25),
                durationMilliseconds: 1167, isAnimated: true)),
        .facts(
            FileFacts(
                format: .heif, motion: MotionPart(offset: 70, length: 1 << 33),
                earlyThumbnail: EarlyThumbnail(
                    s75: [1, 2], thumbHash: ThumbHash(bytes: [3])!))),
        .sidecar(SidecarFacts()),
        .sidecar(
            SidecarFacts(
                fields: [.xmpCreateDate: "2019-05-09"],
                location: Coordinate(latitude: 1, longitude: 2))),
        .thumbnails(
            MadeThumbnails(s256: [1, 2, 3], s75: [4], thumbHash: ThumbHash(bytes: [5, 6])!)),
        .thumbnails(
            MadeThumbnails(
                s256: [], s75: [], thumbHash: .empty,
                damage: DecodingFailure(.truncated, "The file ends early."))),
        .picture([9, 8, 7]),
        .failure(DecodingFailure(.tooLarge, "65536 × 65536 pixels")),
    ]
}
