import DecoderProtocol
import Photos

/// Decodes any original to a wanted size, upright and plain.
enum OriginalPicture {
    static func decoded(
        _ file: OriginalFile, to target: PictureTarget
    ) throws(DecodingFailure) -> DecodedPicture {
        var decoded = try picture(of: file, target: target)
        if decoded.damage == nil, file.format.kind == .video, file.isCutShort {
            decoded.damage = DecodingFailure(.truncated, "The film ends early.")
        }
        return decoded
    }

    private static func picture(
        of file: OriginalFile, target: PictureTarget
    ) throws(DecodingFailure) -> DecodedPicture {
        switch file.format {
        case .mp4, .quickTime, .matroska, .avi, .mpegTransport:
            return try poster(of: file, target: target)
        case .raw:
            return try RawPicture(file.bytes(), target: target).decoded()
        case .avif:
            // libheif 1.15 does not know films in AVIF as such.
            return try still(file, target: target) { _ throws(DecodingFailure) in
                try poster(of: file, target: target)
            }
        case .jpeg:
            return try still(file, target: target) { failure throws(DecodingFailure) in
                try rescuedJPEG(file, target: target, after: failure)
            }
        default:
            return try still(file, target: target) { failure throws(DecodingFailure) in
                throw failure
            }
        }
    }

    /// JPEGs that libjpeg cannot decode (lossless) or gives up on (more than
    /// 100 faults) by libav's decoder, which knows no colour profiles.
    private static func rescuedJPEG(
        _ file: OriginalFile, target: PictureTarget, after failure: DecodingFailure
    ) throws(DecodingFailure) -> DecodedPicture {
        var rescued = try poster(of: file, target: target)
        let orientation = ImageMetadata(file: try file.bytes())?.orientation ?? .upright
        do throws(VipsFault) {
            rescued.picture = try rescued.picture.turned(orientation).decoded()
        } catch {
            throw error.failure
        }
        rescued.damage = failure.reason == .unsupported ? nil : failure
        return rescued
    }

    /// - Parameter rescue: tried when libvips makes nothing of a picture that
    ///   is not too large; when it fails, the first failure counts.
    private static func still(
        _ file: OriginalFile, target: PictureTarget,
        rescue: (DecodingFailure) throws(DecodingFailure) -> DecodedPicture
    ) throws(DecodingFailure) -> DecodedPicture {
        do throws(DecodingFailure) {
            return try still(file, target: target)
        } catch {
            guard [.corrupt, .truncated, .unsupported].contains(error.reason),
                let rescued = try? rescue(error)
            else { throw error }
            return rescued
        }
    }

    private static func still(
        _ file: OriginalFile, target: PictureTarget
    ) throws(DecodingFailure) -> DecodedPicture {
        let bytes = try file.bytes()
        let header: Picture
        do throws(VipsFault) {
            header = try Picture.header(of: bytes)
        } catch {
            throw error.failure
        }
        // The only format in which exiv2 sees more than libvips does.
        var orientation: Orientation?
        if file.format == .png {
            orientation = StillOrientation.orientation(
                of: header, format: .png, metadata: ImageMetadata(file: bytes))
        }
        return try StillSource(
            bytes, header: header, target: target, orientation: orientation
        ).decoded()
    }

    private static func poster(
        of file: OriginalFile, target: PictureTarget
    ) throws(DecodingFailure) -> DecodedPicture {
        let frame = try VideoPoster.picture(of: file, smallestSide: target.smallestSide)
        return DecodedPicture(picture: try frame.made(to: target))
    }
}

extension Picture {
    /// A picture in memory made to size, plain.
    func made(to target: PictureTarget) throws(DecodingFailure) -> Picture {
        do throws(VipsFault) {
            return try target.applied(to: self).plain().decoded()
        } catch {
            throw error.failure
        }
    }
}
