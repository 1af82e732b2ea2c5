/// The id of a file on this device: one path, whatever bytes lie there.
public struct FileID: Hashable, Comparable, Sendable {
    /// The row id in `library.db`, at least 1.
    public let rawValue: Int64

    public init(_ rawValue: Int64) {
        self.rawValue = rawValue
    }

    public static func < (a: FileID, b: FileID) -> Bool {
        a.rawValue < b.rawValue
    }
}

extension FileID: CustomStringConvertible {
    public var description: String { String(rawValue) }
}
