public import Photos

/// Why the decoder process could not do what it was asked with a file, or
/// could do it only in part.
public struct DecodingFailure: Error, Hashable, Sendable {
    /// The most bytes of UTF-8 that a detail keeps.
    public static let detailCapacity = 512

    public var reason: ProblemReason
    /// What happened, in plain words; a library's own words may follow.
    public var detail: String

    /// - Parameter detail: cut after `detailCapacity` bytes; control
    ///   characters become spaces, since the text may stem from the file.
    public init(_ reason: ProblemReason, _ detail: String) {
        self.reason = reason
        self.detail = Self.tame(detail)
    }

    private static func tame(_ text: String) -> String {
        var kept = ""
        var bytes = 0
        for scalar in text.unicodeScalars {
            bytes += UTF8.width(scalar)
            guard bytes <= detailCapacity else { break }
            let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
            kept.unicodeScalars.append(isControl ? " " : scalar)
        }
        return kept
    }
}
