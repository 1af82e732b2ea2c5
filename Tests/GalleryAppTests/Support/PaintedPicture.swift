import CGTK
import Photos
import Rendering

/// Pictures painted from a number: a sky, a sun and hills, each in colours
/// and places of its own, at any size and shape.
nonisolated struct PaintedPicture {
    private let hue: Double
    private let sun: (x: Double, y: Double, radius: Double)
    private let hills: [(height: Double, phase: Double)]

    init(of photo: LUID) {
        var bits = UInt64(bitPattern: photo.rawValue) &* 0x9E37_79B9_7F4A_7C15
        func part() -> Double {
            bits ^= bits >> 29
            bits &*= 0xBF58_476D_1CE4_E5B9
            return Double(bits >> 40) / Double(1 << 24)
        }
        hue = part()
        sun = (part(), 0.1 + 0.3 * part(), 0.05 + 0.06 * part())
        hills = (0..<3).map { (0.45 + 0.15 * Double($0) + 0.08 * part(), part()) }
    }

    /// BGRA of the whole picture, or of its middle square as a thumbnail
    /// shows it of a picture of 3 by 2.
    func pixels(width: Int, height: Int, middleSquare: Bool = false) -> [UInt8] {
        let aspect = middleSquare ? 1.5 : Double(width) / Double(height)
        let columns = (0..<width).map { column -> Double in
            let x = (Double(column) + 0.5) / Double(width)
            return middleSquare ? 0.5 + (x - 0.5) / 1.5 : x
        }
        let edges = hills.enumerated().map { index, hill in
            columns.map { x in
                hill.height + 0.16 * (triangle(x * (1.2 + 0.5 * Double(index)) + hill.phase) - 0.5)
            }
        }
        let colours = hills.indices.map { bgra(hue + 0.3, 0.5, 0.62 - 0.17 * Double($0)) }
        let sunColour = 0xFFFF_F4D6 as UInt32
        var pixels = [UInt32](repeating: 0, count: width * height)
        pixels.withUnsafeMutableBufferPointer { pixels in
            for row in 0..<height {
                let y = (Double(row) + 0.5) / Double(height)
                let sky = bgra(hue, 0.55 - 0.4 * y, 0.75 + 0.2 * y)
                let reach = sun.radius * sun.radius - (y - sun.y) * (y - sun.y)
                for column in 0..<width {
                    var colour = sky
                    if reach > 0 {
                        let distance = (columns[column] - sun.x) * aspect
                        if distance * distance < reach { colour = sunColour }
                    }
                    for index in 0..<3 where y > edges[index][column] {
                        colour = colours[index]
                    }
                    pixels[row * width + column] = colour
                }
            }
        }
        return pixels.withUnsafeBytes { Array($0) }
    }

    /// A JPEG of the whole picture.
    func jpeg(width: Int, height: Int) -> [UInt8] {
        let bgra = pixels(width: width, height: height)
        let rgb = [UInt8](unsafeUninitializedCapacity: width * height * 3) { rgb, count in
            count = width * height * 3
            for pixel in 0..<(width * height) {
                for channel in 0..<3 {
                    rgb[pixel * 3 + channel] = bgra[pixel * 4 + 2 - channel]
                }
            }
        }
        return rgb.withUnsafeBufferPointer { pixels in
            guard
                let pixbuf = gdk_pixbuf_new_from_data(
                    pixels.baseAddress, GDK_COLORSPACE_RGB, 0, 8, gint(width), gint(height),
                    gint(width * 3), nil, nil)
            else { return [] }
            defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
            var buffer: UnsafeMutablePointer<CChar>?
            var size: gsize = 0
            guard gdk_pixbuf_save_to_bufferv(pixbuf, &buffer, &size, "jpeg", nil, nil, nil) != 0
            else { return [] }
            defer { g_free(buffer) }
            return Array(UnsafeRawBufferPointer(start: buffer, count: Int(size)))
        }
    }

    private func triangle(_ x: Double) -> Double {
        let part = x - x.rounded(.down)
        return part < 0.5 ? 2 * part : 2 - 2 * part
    }

    /// A colour by hue, saturation and value as the bytes B, G, R, 255.
    private func bgra(_ hue: Double, _ saturation: Double, _ value: Double) -> UInt32 {
        let sixth = (hue - hue.rounded(.down)) * 6
        return [0.0, 4, 2].reduce(0xFF) { bytes, offset in
            let place = (sixth + offset).truncatingRemainder(dividingBy: 6)
            let wave = min(max(abs(place - 3) - 1, 0), 1)
            let channel = min(max(value * (1 - saturation * (1 - wave)), 0), 1) * 255
            return bytes << 8 | UInt32(channel)
        }
    }
}
