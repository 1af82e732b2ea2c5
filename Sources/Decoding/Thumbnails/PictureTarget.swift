internal import CVips
import Photos

/// What size a picture is made to.
enum PictureTarget {
    /// A square of this side from the picture's middle, enlarged when the
    /// picture is smaller.
    case square(Int)
    /// Within a square of this side, never enlarged.
    case within(Int)

    /// Pixels that the smaller side of a source should have, so that nothing
    /// is lost.
    var smallestSide: Int {
        switch self {
        case .square(let side): 2 * side
        case .within(let side): side
        }
    }

    /// The same for libvips.
    func options(
        strict: Bool, upright: Bool, convert: Bool
    ) -> carousel_thumbnail_options {
        var options = carousel_thumbnail_options()
        switch self {
        case .square(let side):
            options.width = Int32(side)
            options.height = Int32(side)
            options.crop = 1
            options.enlarge = 1
        case .within(let side):
            options.width = Int32(side)
            options.height = Int32(side)
        }
        options.upright = upright ? 1 : 0
        options.convert = convert ? 1 : 0
        options.strict = strict ? 1 : 0
        return options
    }

    /// A picture already in memory, made to size.
    func applied(to picture: Picture) throws(VipsFault) -> Picture {
        let options = options(strict: true, upright: false, convert: false)
        return try picture.applying { carousel_vips_thumbnail_image($0, $1, options) }
    }
}
