public import Photos

/// One opaque sRGB colour: the lowest rung of the ladder.
public struct PlainColour: Hashable, Sendable {
    public let red: UInt8
    public let green: UInt8
    public let blue: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// From ThumbHash's three channels, held to what can be shown.
    init(luma: Double, yellowBlue: Double, redGreen: Double) {
        let blue = luma - 2 / 3 * yellowBlue
        let red = (3 * luma - blue + redGreen) / 2
        let green = red - redGreen
        self.init(red: Self.byte(red), green: Self.byte(green), blue: Self.byte(blue))
    }

    /// The colour of a photo of which nothing is known but that it is there:
    /// a quiet one of its own, the same every time, so that a wall of them
    /// does not look like a fault.
    /// - Complexity: O(1).
    public init(of photo: LUID) {
        // Neighbours get hues far apart: steps of the golden ratio.
        let turn = Double(UInt64(bitPattern: photo.rawValue) &* 0x9E37_79B9_7F4A_7C15 >> 40)
        let hue = turn / Double(1 << 24) * 6
        func channel(_ offset: Double) -> UInt8 {
            let place = (hue + offset).truncatingRemainder(dividingBy: 6)
            let wave = min(max(abs(place - 3) - 1, 0), 1)
            return Self.byte(0.42 + 0.14 * wave)
        }
        self.init(red: channel(0), green: channel(4), blue: channel(2))
    }

    private static func byte(_ part: Double) -> UInt8 {
        UInt8(min(max(part, 0), 1) * 255 + 0.5)
    }
}
