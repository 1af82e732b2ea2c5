import DecoderProtocol

/// Decides, in one place for facts and pictures, how a still must be turned
/// after libvips has read it.
enum StillOrientation {
    /// - Parameters:
    ///   - picture: as libvips reads it, which for HEIF, AVIF and JPEG XL is
    ///     upright already.
    ///   - metadata: exiv2's; it finds EXIF in PNG files where libvips finds
    ///     none.
    static func orientation(
        of picture: Picture, format: FileFormat, metadata: ImageMetadata?
    ) -> Orientation {
        guard format.keepsOrientationInEXIF else { return .upright }
        if picture.orientation != .upright { return picture.orientation }
        return format == .png ? metadata?.orientation ?? .upright : .upright
    }
}
