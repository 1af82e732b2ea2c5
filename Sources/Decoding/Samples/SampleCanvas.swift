import Photos

/// A colour with components from 0 to 1.
typealias SampleColour = SIMD3<Float>

extension SampleColour {
    /// The colour on the way from this one to another: 0 is this one.
    func mixed(with other: SampleColour, _ share: Float) -> SampleColour {
        self + (other - self) * Swift.min(Swift.max(share, 0), 1)
    }
}

/// Pixels that a sample scene is painted on: sRGB, 3 bytes each, from the
/// top. Shapes are given in shares of the canvas, so that a scene looks alike
/// at any size.
struct SampleCanvas {
    let width: Int
    let height: Int
    private(set) var pixels: [UInt8]

    init(size: PixelSize) {
        width = size.width
        height = size.height
        pixels = [UInt8](repeating: 0, count: width * height * 3)
    }

    private static func bytes(_ colour: SampleColour) -> (UInt8, UInt8, UInt8) {
        let held = colour.clamped(lowerBound: .zero, upperBound: .one)
        let scaled = (held * Float(255)).rounded(.toNearestOrEven)
        return (UInt8(scaled.x), UInt8(scaled.y), UInt8(scaled.z))
    }

    /// Fills rows from one share of the height to another, from colour to
    /// colour.
    mutating func fillRows(
        from top: Float, to bottom: Float, _ first: SampleColour, _ last: SampleColour
    ) {
        let start = max(0, Int(top * Float(height)))
        let end = min(height, Int((bottom * Float(height)).rounded(.up)))
        guard start < end else { return }
        let width = width
        pixels.withUnsafeMutableBufferPointer { pixels in
            for row in start..<end {
                let share = Float(row - start) / Float(max(1, end - start - 1))
                let (red, green, blue) = Self.bytes(first.mixed(with: last, share))
                var index = row * width * 3
                for _ in 0..<width {
                    pixels[index] = red
                    pixels[index + 1] = green
                    pixels[index + 2] = blue
                    index += 3
                }
            }
        }
    }

    /// Fills everything below a line.
    /// - Parameters:
    ///   - line: share of the height for each share of the width.
    ///   - colours: at the line's highest point and at the bottom.
    mutating func fillBelow(
        _ line: (Float) -> Float, _ colours: (top: SampleColour, bottom: SampleColour)
    ) {
        let (width, height) = (width, height)
        let edges = (0..<width).map { column in
            max(0, line((Float(column) + 0.5) / Float(width)) * Float(height))
        }
        guard let top = edges.min(), top < Float(height) else { return }
        pixels.withUnsafeMutableBufferPointer { pixels in
            for row in Int(top)..<height {
                let share = (Float(row) - top) / max(1, Float(height) - top)
                let (red, green, blue) = Self.bytes(
                    colours.top.mixed(with: colours.bottom, share))
                var index = row * width * 3
                for column in 0..<width {
                    // The share of this pixel that lies below the line.
                    let cover = Float(row + 1) - edges[column]
                    if cover >= 1 {
                        pixels[index] = red
                        pixels[index + 1] = green
                        pixels[index + 2] = blue
                    } else if cover > 0 {
                        pixels[index] = Self.mix(pixels[index], red, cover)
                        pixels[index + 1] = Self.mix(pixels[index + 1], green, cover)
                        pixels[index + 2] = Self.mix(pixels[index + 2], blue, cover)
                    }
                    index += 3
                }
            }
        }
    }

    @inline(__always)
    private static func mix(_ under: UInt8, _ over: UInt8, _ share: Float) -> UInt8 {
        UInt8(Float(under) + (Float(over) - Float(under)) * share)
    }

    /// An ellipse with an edge that fades over a share of its radius.
    /// - Parameters:
    ///   - centre, radii: shares of width and height.
    ///   - strength: of the colour in the middle, 0 to 1.
    mutating func ellipse(
        centre: SIMD2<Float>, radii: SIMD2<Float>, _ colour: SampleColour, fading: Float = 0,
        strength: Float = 1
    ) {
        let size = SIMD2(Float(width), Float(height))
        let middle = centre * size
        let radius = SIMD2(max(0.5, radii.x * size.x), max(0.5, radii.y * size.y))
        let first = columnsAndRows(middle - radius)
        let last = columnsAndRows(middle + radius) &+ 1
        guard first.x < last.x, first.y < last.y else { return }
        let (red, green, blue) = Self.bytes(colour)
        let fade = max(fading, 1.5 / min(radius.x, radius.y))
        let width = width
        pixels.withUnsafeMutableBufferPointer { pixels in
            for row in first.y..<last.y {
                let dy = (Float(row) + 0.5 - middle.y) / radius.y
                var index = (row * width + first.x) * 3
                for column in first.x..<last.x {
                    let dx = (Float(column) + 0.5 - middle.x) / radius.x
                    let distance = (dx * dx + dy * dy).squareRoot()
                    let cover = min(1, (1 - distance) / fade) * strength
                    if cover > 0 {
                        pixels[index] = Self.mix(pixels[index], red, cover)
                        pixels[index + 1] = Self.mix(pixels[index + 1], green, cover)
                        pixels[index + 2] = Self.mix(pixels[index + 2], blue, cover)
                    }
                    index += 3
                }
            }
        }
    }

    /// The pixel at a place, held within the canvas (one behind its end
    /// counts as its last).
    private func columnsAndRows(_ place: SIMD2<Float>) -> SIMD2<Int> {
        SIMD2(
            min(max(Int(place.x.rounded(.down)), 0), width - 1),
            min(max(Int(place.y.rounded(.down)), 0), height - 1))
    }

    /// A rectangle between two corners in shares of the canvas.
    mutating func rectangle(
        from corner: SIMD2<Float>, to other: SIMD2<Float>, _ colour: SampleColour,
        strength: Float = 1
    ) {
        let size = SIMD2(Float(width), Float(height))
        fill(
            columns: Int((corner.x * size.x).rounded())..<Int((other.x * size.x).rounded()),
            rows: Int((corner.y * size.y).rounded())..<Int((other.y * size.y).rounded()), colour,
            strength: strength)
    }

    /// A rectangle of pixels; what lies outside the canvas is left out.
    mutating func fill(
        columns: Range<Int>, rows: Range<Int>, _ colour: SampleColour, strength: Float = 1
    ) {
        let columns = columns.clamped(to: 0..<width)
        let rows = rows.clamped(to: 0..<height)
        let (red, green, blue) = Self.bytes(colour)
        let width = width
        pixels.withUnsafeMutableBufferPointer { pixels in
            for row in rows {
                for column in columns {
                    let index = (row * width + column) * 3
                    pixels[index] = Self.mix(pixels[index], red, strength)
                    pixels[index + 1] = Self.mix(pixels[index + 1], green, strength)
                    pixels[index + 2] = Self.mix(pixels[index + 2], blue, strength)
                }
            }
        }
    }

    /// Brightens and darkens each pixel a little, as a sensor does.
    mutating func addNoise(seed: UInt64) {
        var state = UInt32(truncatingIfNeeded: seed ^ seed >> 32) | 1
        pixels.withUnsafeMutableBufferPointer { pixels in
            for pixel in 0..<pixels.count / 3 {
                // Marsaglia's xorshift: quality does not matter, speed does.
                state ^= state << 13
                state ^= state >> 17
                state ^= state << 5
                let change = Int(state & 7) + Int(state >> 8 & 7) - 7
                for index in pixel * 3..<pixel * 3 + 3 {
                    pixels[index] = UInt8(clamping: Int(pixels[index]) + change)
                }
            }
        }
    }
}
