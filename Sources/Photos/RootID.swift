/// The id of a folder that was added to the library.
public struct RootID: Hashable, Comparable, Sendable {
    /// The row id in `library.db`, at least 1.
    public let rawValue: Int64

    public init(_ rawValue: Int64) {
        self.rawValue = rawValue
    }

    public static func < (a: RootID, b: RootID) -> Bool {
        a.rawValue < b.rawValue
    }
}
