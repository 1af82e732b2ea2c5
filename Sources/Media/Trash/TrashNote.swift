import Photos

/// The text beside a file in the trash: where it was and when it was deleted.
struct TrashNote {
    let text: [UInt8]

    /// - Parameters:
    ///   - path: absolute, or from the top of the mount.
    ///   - deleted: on the clock on the wall.
    init(path: [UInt8], deleted: CaptureTime) {
        // The description is "YYYY-MM-DDThh:mm:ss.sss"; notes have no fraction.
        let date = deleted.description.prefix(19)
        text =
            Array("[Trash Info]\nPath=".utf8) + Self.escaped(path)
            + Array("\nDeletionDate=\(date)\n".utf8)
    }

    /// Whether a note that is there says that it is about the file, or would
    /// have, had whoever wrote it not been stopped.
    static func isNote(at note: FilePath, about file: FilePath) -> Bool {
        guard let text = try? OpenFile(note).readUpTo(16_384) else { return false }
        let start = Array("[Trash Info]\nPath=".utf8)
        guard text.starts(with: start) else { return start.starts(with: text) }
        let rest = text.dropFirst(start.count)
        let path = rest.prefix { $0 != UInt8(ascii: "\n") }
        let isWhole = path.endIndex < rest.endIndex
        // Absolute, or from the top of the mount.
        let absolute = escaped(file.bytes)
        let slash = UInt8(ascii: "/")
        let starts = [0] + absolute.indices.filter { absolute[$0] == slash }.map { $0 + 1 }
        return starts.contains { start in
            let candidate = absolute[start...]
            return isWhole ? candidate.elementsEqual(path) : candidate.starts(with: path)
        }
    }

    /// As in a URL (RFC 2396), with `/` left as it is.
    private static func escaped(_ path: [UInt8]) -> [UInt8] {
        path.flatMap { byte -> [UInt8] in
            if plain.contains(byte) { return [byte] }
            let digits = Array("0123456789ABCDEF".utf8)
            return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }

    private static let plain = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.!~*'()/".utf8)
}
