import CGTK
import GTKKit

/// Pictures of the timeline side by side in one: what was on screen.
@MainActor
struct ContactSheet {
    private static let columns = 6
    private static let scale = 3
    private var pictures: [Texture] = []

    mutating func add(_ more: [Texture]) {
        pictures += more
    }

    /// - Returns: false when it cannot be written.
    func write(to path: String) -> Bool {
        let width = (pictures.map(\.width).max() ?? 0) / Self.scale
        let height = (pictures.map(\.height).max() ?? 0) / Self.scale
        guard width > 0, height > 0 else { return false }
        let rows = (pictures.count + Self.columns - 1) / Self.columns
        let sheetWidth = Self.columns * (width + 4)
        var sheet = [UInt8](repeating: 96, count: sheetWidth * rows * (height + 4) * 4)
        for (index, picture) in pictures.enumerated() {
            let left = index % Self.columns * (width + 4)
            let top = index / Self.columns * (height + 4)
            copy(picture, into: &sheet, sheetWidth: sheetWidth, left: left, top: top)
        }
        return Texture(bgra: sheet, width: sheetWidth, height: rows * (height + 4))
            .writePNG(to: path)
    }

    /// Every third pixel of every third row: enough to see what is where.
    private func copy(
        _ picture: Texture, into sheet: inout [UInt8], sheetWidth: Int, left: Int, top: Int
    ) {
        let pixels = picture.pixels()
        for y in 0..<picture.height / Self.scale {
            for x in 0..<picture.width / Self.scale {
                let from = (y * Self.scale * picture.width + x * Self.scale) * 4
                let to = ((top + y) * sheetWidth + left + x) * 4
                for byte in 0..<4 { sheet[to + byte] = pixels[from + byte] }
            }
        }
    }
}
