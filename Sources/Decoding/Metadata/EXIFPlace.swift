import Photos

/// Reads places as EXIF and XMP write them.
///
/// Not left to gexiv2: it computes with fractions of 32 bits and puts some
/// phones' photos kilometres away.
enum EXIFPlace {
    /// - Parameters:
    ///   - latitude: `47/1 12/1 2564660003/100000000`, in degrees, minutes,
    ///     seconds; or XMP's `47,12.427443N` or `47,12,25N`.
    ///   - latitudeReference: `N` or `S`; XMP has it in the number.
    static func coordinate(
        latitude: String, latitudeReference: String?, longitude: String,
        longitudeReference: String?
    ) -> Coordinate? {
        guard
            let north = degrees(
                latitude, latitudeReference, positive: UInt8(ascii: "N"),
                negative: UInt8(ascii: "S")),
            let east = degrees(
                longitude, longitudeReference, positive: UInt8(ascii: "E"),
                negative: UInt8(ascii: "W"))
        else { return nil }
        return Coordinate(latitude: north, longitude: east)
    }

    private static func degrees(
        _ text: String, _ reference: String?, positive: UInt8, negative: UInt8
    ) -> Double? {
        var number = Array(text.utf8)[...]
        var direction = reference?.utf8.first
        if let last = number.last, last | 0x20 >= UInt8(ascii: "a") {
            number.removeLast()
            direction = last
        }
        // Upper case, as some write it small.
        guard let direction = direction.map({ $0 & 0xDF }),
            direction == positive || direction == negative
        else { return nil }
        let parts = number.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ",") }
        guard (1...3).contains(parts.count) else { return nil }
        var degrees = 0.0
        for (part, divisor) in zip(parts, [1.0, 60, 3600]) {
            guard let value = fraction(part) else { return nil }
            degrees += value / divisor
        }
        return direction == negative ? -degrees : degrees
    }

    /// `12.5` or `25/2`; nothing by 0 counts as 0, as cameras write it for
    /// seconds that they do not have.
    private static func fraction(_ text: ArraySlice<UInt8>) -> Double? {
        let parts = text.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard let first = parts.first, let dividend = decimal(first) else { return nil }
        guard parts.count > 1 else { return dividend }
        guard parts.count == 2, let divisor = decimal(parts[1]) else { return nil }
        if divisor == 0 { return dividend == 0 ? 0 : nil }
        return dividend / divisor
    }

    /// Digits, perhaps with a point among them.
    private static func decimal(_ text: ArraySlice<UInt8>) -> Double? {
        var value = 0.0
        var scale = 0.0
        for byte in text {
            if byte == UInt8(ascii: "."), scale == 0 {
                scale = 1
                continue
            }
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            value = value * 10 + Double(byte - UInt8(ascii: "0"))
            scale *= 10
        }
        guard text.contains(where: { $0 != UInt8(ascii: ".") }) else { return nil }
        return scale == 0 ? value : value / scale
    }
}
