/// A digest of a file's first bytes. It tells two files of one size apart for
/// the price of a glance; that they are equal it never tells.
public struct FileBeginning: Hashable, Sendable {
    /// How many bytes are looked at: a whole small file, or what cameras write
    /// differently into every photo.
    public static let byteCount = 4096

    public var digest: UInt64

    public init(digest: UInt64) {
        self.digest = digest
    }
}
