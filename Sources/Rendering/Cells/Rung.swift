/// What a cell shows, from nothing better to the best: the ladder that it
/// climbs and never goes down.
public enum Rung: Int, Comparable, Sendable, CaseIterable {
    /// One colour.
    case colour
    /// The blurred picture of the photo's ThumbHash.
    case thumbHash
    /// The 75 px thumbnail.
    case small
    /// The 256 px thumbnail.
    case full

    public static func < (a: Rung, b: Rung) -> Bool {
        a.rawValue < b.rawValue
    }
}
