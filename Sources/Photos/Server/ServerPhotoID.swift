/// The id that a server gave a photo. It stays over moves and edits of the
/// file.
public struct ServerPhotoID: Hashable, Comparable, Sendable {
    public let rawValue: String

    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    public static func < (a: ServerPhotoID, b: ServerPhotoID) -> Bool {
        a.rawValue < b.rawValue
    }
}

extension ServerPhotoID: CustomStringConvertible {
    public var description: String { rawValue }
}
