/// What a photo is to the item that it is a part of.
public enum ItemRole: UInt8, Sendable {
    /// The film of a Live Photo.
    case motion
    /// The undeveloped picture of the same shot.
    case raw

    /// The name in JSON.
    public var name: String { self == .motion ? "motion" : "raw" }
}
