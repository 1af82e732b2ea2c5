/// A path as the file system has it: bytes, which need not be UTF-8.
///
/// Paths are opened by their bytes and shown by `display`; neither form is
/// ever rewritten into the other on disk.
public struct FilePath: Hashable, Sendable, Codable {
    /// Without NUL; `/` separates.
    public let bytes: [UInt8]

    /// A path from its bytes; nil when one of them is NUL.
    public init?(bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        guard !bytes.contains(0) else { return nil }
        self.bytes = bytes
    }

    /// - Precondition: no NUL in the text.
    public init(_ text: String) {
        precondition(!text.utf8.contains(0), "a path has no NUL")
        bytes = Array(text.utf8)
    }

    /// The path as text a person can read; bytes that are not UTF-8 show as
    /// U+FFFD.
    public var display: String { String(decoding: bytes, as: UTF8.self) }

    /// Whether `display` is exactly the path.
    public var isUTF8: Bool { Array(display.utf8) == bytes }

    /// The part behind the last `/`: the file's own name.
    public var name: ArraySlice<UInt8> {
        bytes.lastIndex(of: UInt8(ascii: "/")).map { bytes[($0 + 1)...] } ?? bytes[...]
    }

    /// The part before the last `/`; nil when there is none.
    public var folder: FilePath? {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        return slash == 0 ? FilePath("/") : FilePath(bytes: bytes[..<slash])
    }

    /// This folder's entry of that name.
    public func appending(_ name: some Sequence<UInt8>) -> FilePath {
        let separator: [UInt8] =
            bytes.isEmpty || bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
        return FilePath(unchecked: bytes + separator + name)
    }

    public func appending(_ name: String) -> FilePath {
        appending(name.utf8)
    }

    /// Whether this is `folder` itself or lies below it.
    public func isWithin(_ folder: FilePath) -> Bool {
        guard bytes.starts(with: folder.bytes) else { return false }
        return bytes.count == folder.bytes.count || folder.bytes.last == UInt8(ascii: "/")
            || bytes[folder.bytes.count] == UInt8(ascii: "/")
    }

    private init(unchecked bytes: [UInt8]) {
        self.bytes = bytes
    }
}

extension FilePath {
    /// Coded as its bytes; NUL is refused here too.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let path = FilePath(bytes: try container.decode([UInt8].self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "a path has no NUL")
        }
        self = path
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(bytes)
    }
}

extension FilePath: CustomStringConvertible {
    public var description: String { display }
}
