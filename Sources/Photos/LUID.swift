/// The locally unique id of a photo: its one name before and after its
/// upload, for the user interface, selections, operations and shares.
///
/// A LUID is never reused and never changes owner. It stands for one content
/// at a time: all files of a LUID hold the same bytes.
public struct LUID: Hashable, Comparable, Sendable, Codable {
    /// The row id in `library.db` (AUTOINCREMENT, so at least 1).
    public let rawValue: Int64

    public init(_ rawValue: Int64) {
        self.rawValue = rawValue
    }

    public static func < (a: LUID, b: LUID) -> Bool {
        a.rawValue < b.rawValue
    }
}

extension LUID: CustomStringConvertible {
    public var description: String { String(rawValue) }
}
