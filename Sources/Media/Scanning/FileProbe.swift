public import Photos

/// The first bytes of a candidate, for the sniffer.
public struct FileProbe: Hashable, Sendable {
    /// Bytes of a head, or of the whole file when that is shorter.
    public static let headLength = 4096

    public var stamp: FileStamp
    public var head: [UInt8]

    /// Opens a file once and reads its beginning. Never waits for a pipe or
    /// device.
    public init(_ path: FilePath) throws(MediaError) {
        fatalError("not written yet")
    }
}
