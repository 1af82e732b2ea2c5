import HTTPServer

/// The folder with the packs, and how they are named: `s75.0`, `s75.1` …
struct PackFolder: Sendable {
    let path: String

    func path(_ size: PackedSize, _ number: Int) -> String { "\(path)/\(size.rawValue).\(number)" }

    /// Opens a pack for reading.
    func open(_ size: PackedSize, _ number: Int) throws(ServerError) -> OpenFile {
        do throws(HTTPServerError) {
            return try OpenFile(path: path(size, number))
        } catch {
            throw .failed(error.words)
        }
    }

    func remove(_ size: PackedSize, _ number: Int) throws(ServerError) {
        try FileSystem.remove(path(size, number))
    }

    /// Makes names durable.
    func sync() throws(ServerError) { try FileSystem.syncFolder(path) }

    /// The numbers of all packs of a size, ascending.
    func packs(_ size: PackedSize) throws(ServerError) -> [Int] {
        try FileSystem.names(in: path).compactMap { name in
            let parts = name.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0] == size.rawValue, let number = Int(parts[1]),
                0..<PackPlace.packLimit ~= number, "\(number)" == parts[1]
            else { return nil }
            return number
        }.sorted()
    }

    /// What stands before a JPEG: its length.
    static func prefix(of jpeg: [UInt8]) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: jpeg.count >> $0) }
    }
}

/// Tells a thumbnail from what a disk has made of it.
enum PackChecksum {
    static func of(_ jpeg: [UInt8]) -> UInt32 {
        var sum = CRC32()
        sum.update(jpeg)
        return sum.value
    }
}
