public import Photos

/// What a file's first bytes say it is; the name is never asked.
public enum FileFormat: UInt8, Sendable, CaseIterable {
    case jpeg, png, gif, webp, tiff, heif, avif, jpegXL, raw
    case mp4, quickTime, matroska, avi, mpegTransport

    public var kind: PhotoKind {
        switch self {
        case .jpeg, .png, .gif, .webp, .tiff, .heif, .avif, .jpegXL, .raw: .photo
        case .mp4, .quickTime, .matroska, .avi, .mpegTransport: .video
        }
    }
}
