import Photos

/// Decides how large a RAW file's picture is: readers differ by some edge
/// pixels of the sensor.
enum RawSize {
    /// The first candidate that can be the whole picture, else the sensor's
    /// own size. Sizes of previews, which some files state, are not near it.
    static func size(sensor: PixelSize?, candidates: [PixelSize?]) -> PixelSize? {
        let sizes = candidates.compactMap { $0 }
        guard let sensor else { return sizes.first }
        return sizes.first {
            isCrop($0.width, of: sensor.width) && isCrop($0.height, of: sensor.height)
        }
            ?? sensor
    }

    /// Not larger, and by at most 5 % smaller.
    private static func isCrop(_ side: Int, of whole: Int) -> Bool {
        side <= whole && (whole - side) * 20 <= whole
    }
}
