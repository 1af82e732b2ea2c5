public import Photos

/// The first bytes of a candidate, for the sniffer.
public struct FileProbe: Hashable, Sendable {
    /// Bytes of a head, or of the whole file when that is shorter.
    public static let headLength = 4096

    public let stamp: FileStamp
    public let head: [UInt8]

    /// Opens a file once and reads its beginning. Never waits for a pipe or
    /// device.
    public init(_ path: FilePath) throws(MediaError) {
        let file = try OpenFile(path)
        head = try file.readUpTo(Self.headLength)
        stamp = file.stamp
    }
}
