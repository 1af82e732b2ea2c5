/// The picture of a folded event: four of its hidden photos side by side,
/// blurred and darkened, so that white figures can be read on it.
///
/// Made from the smallest pictures and small itself: what is blurred needs no
/// detail.
public enum FoldPicture {
    /// Photos that are used, at most.
    public static let photos = 4
    /// Width and height of the picture.
    public static let side = 38

    private static let reach = 2
    /// Of each channel, in 256ths.
    private static let brightness: UInt32 = 176

    /// - Parameter pictures: of equal size, 1 to 4; fewer than four come more
    ///   than once.
    /// - Complexity: O(pixels of the pictures).
    public static func make(of pictures: [SquarePixels]) -> SquarePixels? {
        guard !pictures.isEmpty else { return nil }
        var pixels = [UInt32](repeating: 0, count: side * side * 3)
        for tile in 0..<4 {
            // Two alike lie across from each other.
            let order = [0, 1, 2 % pictures.count, 3 % pictures.count]
            let index = pictures.count == 2 ? [0, 1, 1, 0][tile] : order[tile] % pictures.count
            shrink(pictures[index], into: &pixels, tile)
        }
        for _ in 0..<2 {
            pixels = blurred(pixels, step: 3, lineStep: side * 3)
            pixels = blurred(pixels, step: side * 3, lineStep: 3)
        }
        var bgra: [UInt8] = []
        bgra.reserveCapacity(side * side * 4)
        for pixel in 0..<side * side {
            for channel in 0..<3 {
                bgra.append(UInt8(pixels[pixel * 3 + channel] * brightness / 256))
            }
            bgra.append(255)
        }
        return SquarePixels(side: side, bgra: bgra)
    }

    /// Puts a picture into its quarter, each pixel the mean of those it
    /// stands for.
    private static func shrink(
        _ picture: SquarePixels, into pixels: inout [UInt32], _ tile: Int
    ) {
        let half = side / 2
        for y in 0..<half {
            let rows =
                y * picture.side
                / half..<max(
                    y * picture.side / half + 1, (y + 1) * picture.side / half)
            for x in 0..<half {
                let columns =
                    x * picture.side
                    / half..<max(
                        x * picture.side / half + 1, (x + 1) * picture.side / half)
                let place = ((y + tile / 2 * half) * side + x + tile % 2 * half) * 3
                for channel in 0..<3 {
                    var sum: UInt32 = 0
                    for row in rows {
                        for column in columns {
                            sum += UInt32(picture.bgra[(row * picture.side + column) * 4 + channel])
                        }
                    }
                    pixels[place + channel] = sum / UInt32(rows.count * columns.count)
                }
            }
        }
    }

    /// The mean of each pixel's neighbours along one direction; beyond the
    /// edge lies the edge.
    private static func blurred(_ old: [UInt32], step: Int, lineStep: Int) -> [UInt32] {
        var new = old
        let width = UInt32(2 * reach + 1)
        for line in 0..<side {
            for channel in 0..<3 {
                let start = line * lineStep + channel
                for place in 0..<side {
                    var sum: UInt32 = 0
                    for offset in -reach...reach {
                        sum += old[start + min(max(0, place + offset), side - 1) * step]
                    }
                    new[start + place * step] = sum / width
                }
            }
        }
        return new
    }
}
