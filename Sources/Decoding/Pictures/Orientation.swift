import Photos

/// How stored pixels must be turned to be seen upright: EXIF's numbers.
enum Orientation: Int {
    case upright = 1
    case mirrored, upsideDown, flipped, transposed, quarterRight, transversed, quarterLeft

    /// Whether width and height change places.
    var swapsSides: Bool { rawValue >= 5 }

    /// The size as seen of a picture stored in this orientation.
    func applied(to size: PixelSize) -> PixelSize {
        swapsSides ? PixelSize(width: size.height, height: size.width) : size
    }

    /// Clockwise quarter turns that, followed by `mirrors`, make it upright.
    var quarterTurns: Int {
        switch self {
        case .upright, .mirrored: 0
        case .transposed, .quarterRight: 1
        case .upsideDown, .flipped: 2
        case .transversed, .quarterLeft: 3
        }
    }

    /// Whether left and right are exchanged after the turn.
    var mirrors: Bool {
        switch self {
        case .upright, .upsideDown, .quarterRight, .quarterLeft: false
        case .mirrored, .flipped, .transposed, .transversed: true
        }
    }

    /// The orientation whose application undoes this one's: how upright
    /// pixels must be turned to be stored in this orientation.
    var inverse: Orientation {
        switch self {
        case .quarterRight: .quarterLeft
        case .quarterLeft: .quarterRight
        default: self
        }
    }
}
