import Photos

/// Reads places as films carry them: `+52.4597+013.3220+051.120/`.
enum ISO6709 {
    /// The place; nil for anything but decimal degrees. What follows the
    /// longitude (height, reference system) is not looked at.
    static func coordinate(_ text: String) -> Coordinate? {
        var numbers: [String] = []
        for character in text {
            if character == "+" || character == "-" {
                numbers.append(String(character))
            } else if character.isASCII && (character.isNumber || character == ".") {
                guard !numbers.isEmpty else { return nil }
                numbers[numbers.count - 1].append(character)
            } else {
                break
            }
        }
        guard numbers.count >= 2, isDegrees(numbers[0], digits: 2),
            isDegrees(numbers[1], digits: 3), let latitude = Double(numbers[0]),
            let longitude = Double(numbers[1])
        else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    /// More digits before the point mean degrees and minutes run together.
    private static func isDegrees(_ number: String, digits: Int) -> Bool {
        number.dropFirst().prefix { $0 != "." }.count <= digits
    }
}
