/// Tells a file's format from its first bytes.
public enum FormatSniffer {
    /// Bytes of a file's beginning that decide; fewer when the file is
    /// shorter.
    public static let headLength = 4096

    /// The format; nil when the content is none that we know.
    ///
    /// - Complexity: O(length of the head).
    public static func format(of head: some Collection<UInt8>) -> FileFormat? {
        fatalError("not written yet")
    }
}
