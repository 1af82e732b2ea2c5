/// Where a file lies, as numbers to find its neighbours by: an index over
/// paths would hold each path a second time.
///
/// Numbers of different places are equal once in some billions of billions;
/// who finds a neighbour by them compares the paths.
public struct FilePlace: Hashable, Sendable {
    /// Of the folder.
    public let folder: Int64
    /// Of the folder and the name that the files of one shot share.
    public let stem: Int64

    /// - Complexity: O(length of the path).
    public init(of path: FilePath) {
        folder = Self.number(of: path.folder?.bytes ?? [])
        stem = Self.number(of: Self.stem(of: path))
    }

    /// The number of a folder.
    public static func folder(_ path: FilePath) -> Int64 {
        number(of: path.bytes)
    }

    /// The path up to what differs between the files of one shot: the
    /// extension, letters in lower case, and what Pixel phones put before it
    /// (`PXL_1.RAW-01.COVER.jpg` and `PXL_1.RAW-02.ORIGINAL.dng`).
    public static func stem(of path: FilePath) -> [UInt8] {
        let folder = path.folder?.bytes ?? []
        let name = path.name.map { byte in
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
        }
        var end = name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex
        let mark = Array(".raw-0".utf8)
        if name.count > mark.count,
            let start = (1...name.count - mark.count).first(where: {
                name[$0...].starts(with: mark)
            })
        {
            end = start
        }
        return folder + [UInt8(ascii: "/")] + (end == 0 ? name[...] : name[..<end])
    }

    /// As `stem(of:)`, of a path on the server: no folder there is one here.
    public static func serverStem(of path: String) -> [UInt8] {
        Array("server:".utf8) + stem(of: FilePath(path))
    }

    /// The number of a server's stem.
    public static func serverStemNumber(of path: String) -> Int64 {
        number(of: serverStem(of: path))
    }

    /// FNV-1a of 64 bits.
    private static func number(of bytes: [UInt8]) -> Int64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return Int64(bitPattern: hash)
    }
}
