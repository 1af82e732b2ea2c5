internal import CVips
import DecoderProtocol
import Photos

/// A picture in libvips: a plan that makes pixels when they are asked for.
///
/// Plans built on an original's bytes must not outlive its mapping.
final class Picture {
    let image: UnsafeMutablePointer<VipsImage>

    /// Takes over the caller's reference.
    init(owning image: UnsafeMutablePointer<VipsImage>) {
        self.image = image
    }

    deinit {
        g_object_unref(image)
    }

    var size: PixelSize {
        PixelSize(width: Int(image.pointee.Xsize), height: Int(image.pointee.Ysize))
    }

    /// What libvips found in the file's metadata.
    var orientation: Orientation {
        Orientation(rawValue: Int(vips_image_get_orientation(image))) ?? .upright
    }

    /// Pictures in the file: frames of an animation, pages of a TIFF.
    var pageCount: Int { Int(vips_image_get_n_pages(image)) }

    /// Whether the file says by a profile what its colours mean.
    var hasProfile: Bool { vips_image_get_typeof(image, "icc-profile-data") != 0 }

    var isCMYK: Bool { image.pointee.Type == VIPS_INTERPRETATION_CMYK }

    /// Width × height, without a trap.
    var pixelCount: Int64 { Int64(size.width) * Int64(size.height) }

    /// A block of metadata that the loader attached.
    func block(named name: String) -> UnsafeRawBufferPointer? {
        guard vips_image_get_typeof(image, name) != 0 else { return nil }
        var data: UnsafeRawPointer?
        var length = 0
        guard vips_image_get_blob(image, name, &data, &length) == 0, let data else {
            VipsFault.clear()
            return nil
        }
        return UnsafeRawBufferPointer(start: data, count: length)
    }

    /// The plan that a libvips operation makes of this one.
    func applying(
        _ operation: (
            UnsafeMutablePointer<VipsImage>,
            UnsafeMutablePointer<UnsafeMutablePointer<VipsImage>?>
        ) -> Int32
    ) throws(VipsFault) -> Picture {
        try Picture.made { operation(image, $0) }
    }

    /// The plan that a libvips operation makes.
    static func made(
        by operation: (UnsafeMutablePointer<UnsafeMutablePointer<VipsImage>?>) -> Int32
    ) throws(VipsFault) -> Picture {
        VipsFault.clear()
        var out: UnsafeMutablePointer<VipsImage>?
        guard operation(&out) == 0, let out else { throw VipsFault.last() }
        return Picture(owning: out)
    }
}

extension Picture {
    /// A still's header; no pixels are decoded yet.
    static func header(of bytes: UnsafeRawBufferPointer) throws(VipsFault) -> Picture {
        VipsFault.clear()
        guard
            let image = carousel_vips_open(bytes.baseAddress, bytes.count)
        else { throw VipsFault.last() }
        return Picture(owning: image)
    }

    /// A picture of pixels in memory, which are copied: `bands` bytes each,
    /// rows without gaps. Three bands are sRGB, one is grey.
    static func pixels(
        _ bytes: [UInt8], size: PixelSize, bands: Int
    ) throws(VipsFault) -> Picture {
        precondition(bytes.count == size.width * size.height * bands, "pixels do not fill \(size)")
        VipsFault.clear()
        guard
            let image = vips_image_new_from_memory_copy(
                bytes, bytes.count, Int32(size.width), Int32(size.height),
                Int32(bands), VIPS_FORMAT_UCHAR)
        else { throw VipsFault.last() }
        image.pointee.Type =
            bands < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB
        return Picture(owning: image)
    }

    /// Turned upright.
    func turned(_ orientation: Orientation) throws(VipsFault) -> Picture {
        var picture = self
        let angles = [VIPS_ANGLE_D0, VIPS_ANGLE_D90, VIPS_ANGLE_D180, VIPS_ANGLE_D270]
        if orientation.quarterTurns > 0 {
            picture = try picture.applying {
                carousel_vips_rotate($0, $1, angles[orientation.quarterTurns])
            }
        }
        if orientation.mirrors {
            picture = try picture.applying {
                carousel_vips_flip($0, $1, VIPS_DIRECTION_HORIZONTAL)
            }
        }
        return picture
    }

    /// The square of that side in the middle.
    /// - Precondition: no longer than either side.
    func middleSquare(_ side: Int) throws(VipsFault) -> Picture {
        let left = (size.width - side) / 2
        let top = (size.height - side) / 2
        return try applying {
            carousel_vips_crop($0, $1, Int32(left), Int32(top), Int32(side), Int32(side))
        }
    }

    /// The same picture, opaque, sRGB, 3 bands of 8 bits.
    func plain() throws(VipsFault) -> Picture {
        var picture = self
        if vips_image_hasalpha(picture.image) != 0 {
            let isDeep = picture.image.pointee.BandFmt == VIPS_FORMAT_USHORT
            picture = try picture.applying {
                carousel_vips_flatten($0, $1, isDeep ? 65_535 : 255)
            }
        }
        if picture.image.pointee.Type != VIPS_INTERPRETATION_sRGB {
            picture = try picture.applying(carousel_vips_to_srgb)
        }
        if picture.image.pointee.Bands > 3 {
            picture = try picture.applying { carousel_vips_first_bands($0, $1, 3) }
        }
        if picture.image.pointee.BandFmt != VIPS_FORMAT_UCHAR {
            picture = try picture.applying(carousel_vips_to_bytes)
        }
        return picture
    }

    /// Decodes, so that what is made from here on works on pixels in memory.
    func decoded() throws(VipsFault) -> Picture {
        VipsFault.clear()
        guard let image = vips_image_copy_memory(image) else { throw VipsFault.last() }
        return Picture(owning: image)
    }

    /// The pixels of a decoded picture with 8 bits a band.
    func withPixels<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
        let count = Int(pixelCount) * Int(image.pointee.Bands)
        guard image.pointee.BandFmt == VIPS_FORMAT_UCHAR, let data = vips_image_get_data(image)
        else { return nil }
        return body(UnsafeRawBufferPointer(start: data, count: count))
    }

    /// The bytes that a libvips saver makes.
    func saved(
        by saver: (
            UnsafeMutablePointer<VipsImage>, UnsafeMutablePointer<UnsafeMutableRawPointer?>,
            UnsafeMutablePointer<Int>
        ) -> Int32
    ) throws(VipsFault) -> [UInt8] {
        VipsFault.clear()
        var data: UnsafeMutableRawPointer?
        var length = 0
        guard saver(image, &data, &length) == 0, let data else { throw VipsFault.last() }
        defer { g_free(data) }
        return Array(UnsafeRawBufferPointer(start: data, count: length))
    }
}
