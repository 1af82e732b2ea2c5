internal import CVips
import DecoderProtocol
import Photos

/// A picture in memory, and what is wrong with its file when it is not all.
struct DecodedPicture {
    var picture: Picture
    var damage: DecodingFailure?
}

/// Decodes a still picture to a wanted size, upright and plain, saving what
/// can be saved of damaged ones.
struct StillSource {

    private let bytes: UnsafeRawBufferPointer
    private let target: PictureTarget
    /// Nil: libvips finds it in the file and turns the picture as it shrinks
    /// it.
    private let orientation: Orientation?
    /// Whether the colours are others than sRGB's. Where they are not, they
    /// must be left alone: libvips 8.14 shifts those of a picture without a
    /// profile when it is told to convert them.
    private let converts: Bool

    /// - Parameters:
    ///   - header: of the same bytes.
    ///   - orientation: overrides what the file says.
    /// - Throws: when the header says that the picture is too large.
    init(
        _ bytes: UnsafeRawBufferPointer, header: Picture, target: PictureTarget,
        orientation: Orientation? = nil
    ) throws(DecodingFailure) {
        try PixelLimit.check(header.size)
        self.bytes = bytes
        self.target = target
        self.orientation = orientation
        converts = header.hasProfile || header.isCMYK
    }

    /// The picture in memory.
    func decoded() throws(DecodingFailure) -> DecodedPicture {
        do throws(VipsFault) {
            return DecodedPicture(picture: try attempt(strict: true, convert: converts))
        } catch {
            return try salvaged(after: error)
        }
    }

    /// Second and third tries: without the colour profile, and with holes.
    private func salvaged(after fault: VipsFault) throws(DecodingFailure) -> DecodedPicture {
        if fault.concernsProfile,
            let picture = try? attempt(strict: true, convert: false)
        {
            return DecodedPicture(picture: picture)
        }
        for convert in [converts, false] {
            if let picture = try? attempt(strict: false, convert: convert) {
                return DecodedPicture(picture: picture, damage: fault.failure)
            }
        }
        throw fault.failure
    }

    private func attempt(
        strict: Bool, convert: Bool
    ) throws(VipsFault) -> Picture {
        let options = target.options(
            strict: strict, upright: orientation == nil, convert: convert)
        var picture = try Picture.made {
            carousel_vips_thumbnail(bytes.baseAddress, bytes.count, $0, options)
        }
        // Decoded before it is turned: a plan that turns reads its source
        // out of order, which a file read as a stream cannot.
        picture = try picture.plain().decoded()
        if let orientation { picture = try picture.turned(orientation).decoded() }
        return picture
    }
}
