import DecoderProtocol
public import Photos

/// The first bytes of a candidate, for the sniffer.
public struct FileProbe: Hashable, Sendable {
    public let stamp: FileStamp
    /// `FormatSniffer.headLength` bytes, or the whole file when that is
    /// shorter.
    public let head: [UInt8]

    /// Opens a file once and reads its beginning. Never waits for a pipe or
    /// device.
    public init(_ path: FilePath) throws(MediaError) {
        let file = try OpenFile(path)
        head = try file.readUpTo(FormatSniffer.headLength)
        stamp = file.stamp
    }

    /// What the file is and what becomes of it (the rule of `FileNameKind`).
    public func verdict(_ kind: FileNameKind) -> FileVerdict {
        FileVerdict(kind, head: head)
    }
}
