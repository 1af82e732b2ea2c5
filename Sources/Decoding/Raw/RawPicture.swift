import DecoderProtocol
import Photos

/// Decodes a camera's RAW file: by the preview that the camera put into it
/// when that is large enough, else by developing the real picture.
///
/// libvips is never given the file itself: it reads many as TIFF and silently
/// hands out the tiny preview in front.
struct RawPicture {
    private let target: PictureTarget
    private let metadata: ImageMetadata?
    private let raw: RawFile?
    private let bytes: UnsafeRawBufferPointer
    private let orientation: Orientation

    init(_ bytes: UnsafeRawBufferPointer, target: PictureTarget) throws(DecodingFailure) {
        self.target = target
        self.bytes = bytes
        metadata = ImageMetadata(file: bytes)
        raw = RawFile(bytes)
        orientation = raw?.orientation ?? metadata?.orientation ?? .upright
        if let size = raw?.storedSize { try PixelLimit.check(size) }
    }

    func decoded() throws(DecodingFailure) -> DecodedPicture {
        let previews = metadata?.previews() ?? []
        if let preview = previews.first(where: { isEnough($0.size) }),
            let picture = try? decoded(preview: preview.bytes())
        {
            return picture
        }
        if let preview = raw?.preview(), isEnough(size(ofPreview: preview)),
            let picture = try? decoded(preview: preview)
        {
            return picture
        }
        do throws(DecodingFailure) {
            let developed = try developed()
            guard let damage = developed.damage else { return developed }
            // A small whole picture says more than a large one with holes.
            guard var preview = largestDecodable(of: previews) else { return developed }
            preview.damage = damage
            return preview
        } catch {
            // A small picture is better than none.
            guard let preview = largestDecodable(of: previews) else { throw error }
            return preview
        }
    }

    private func largestDecodable(of previews: [ImageMetadata.Preview]) -> DecodedPicture? {
        previews.reversed().lazy.compactMap { try? decoded(preview: $0.bytes()) }.first
    }

    /// Whether a preview loses nothing, or for the viewer not much.
    private func isEnough(_ preview: PixelSize?) -> Bool {
        guard let preview else { return false }
        switch target {
        case .square(let side): return min(preview.width, preview.height) >= side
        case .within(let side):
            let real = raw?.storedSize.map { max($0.width, $0.height) } ?? 0
            return max(preview.width, preview.height) >= min(side, real / 2)
        }
    }

    private func size(ofPreview bytes: [UInt8]) -> PixelSize? {
        try? bytes.withUnsafeBytes { try Picture.header(of: $0).size }
    }

    private func decoded(preview: [UInt8]?) throws(DecodingFailure) -> DecodedPicture {
        guard let preview else {
            throw DecodingFailure(.corrupt, "The camera's preview cannot be read.")
        }
        // The picture is in memory when this returns: `preview` may go.
        let (target, orientation) = (target, orientation)
        return try preview.withUnsafeBufferPointer { buffer throws(DecodingFailure) in
            let bytes = UnsafeRawBufferPointer(buffer)
            let header: Picture
            do throws(VipsFault) {
                header = try Picture.header(of: bytes)
            } catch {
                throw error.failure
            }
            return try StillSource(
                bytes, header: header, target: target, orientation: orientation
            ).decoded()
        }
    }

    private func developed() throws(DecodingFailure) -> DecodedPicture {
        // A new one: LibRaw cannot go on after a preview that it failed to read.
        guard raw != nil, let raw = RawFile(bytes) else {
            throw DecodingFailure(.unsupported, "This camera's RAW files cannot be decoded.")
        }
        let developed = try raw.developed()
        return DecodedPicture(
            picture: try developed.picture.made(to: target), damage: developed.damage)
    }
}
