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
            let north = degrees(latitude, latitudeReference, positive: "N", negative: "S"),
            let east = degrees(longitude, longitudeReference, positive: "E", negative: "W")
        else { return nil }
        return Coordinate(latitude: north, longitude: east)
    }

    private static func degrees(
        _ text: String, _ reference: String?, positive: Character, negative: Character
    ) -> Double? {
        var number = Substring(text)
        var direction = reference?.first(where: { !$0.isWhitespace })
        if let last = number.last, last.isLetter {
            number.removeLast()
            direction = last
        }
        guard let direction = direction?.uppercased().first,
            direction == positive || direction == negative
        else { return nil }
        let parts = number.split { $0 == " " || $0 == "," }.map(fraction)
        guard (1...3).contains(parts.count), let whole = parts[0] else { return nil }
        var degrees = whole
        for (part, divisor) in zip(parts.dropFirst(), [60.0, 3600.0]) {
            guard let part else { return nil }
            degrees += part / divisor
        }
        return direction == negative ? -degrees : degrees
    }

    /// `12.5` or `25/2`; nothing by 0 counts as 0, as cameras write it for
    /// seconds that they do not have.
    private static func fraction(_ text: Substring) -> Double? {
        let parts = text.split(separator: "/", maxSplits: 1).map { Double($0) }
        guard let first = parts.first, let dividend = first, dividend >= 0 else { return nil }
        guard parts.count == 2 else { return dividend }
        guard let divisor = parts[1], divisor >= 0 else { return nil }
        if divisor == 0 { return dividend == 0 ? 0 : nil }
        return dividend / divisor
    }
}
