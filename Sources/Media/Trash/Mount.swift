internal import CLinux
import Glibc
import Photos

/// A mounted file system at one place: files can be renamed within it.
struct Mount: Hashable {
    private let device: UInt64
    /// The kernel's number of the mount: one device can be mounted at several
    /// places, and nothing can be renamed from one to the other.
    private let number: Int?

    /// The mount that a folder is on, which need not be readable.
    init(of folder: FilePath) throws(MediaError) {
        let descriptor = folder.withCString { carousel_open_place($0) }
        guard descriptor >= 0 else { throw .reading(folder, code: errno) }
        defer { close(descriptor) }
        var status = Glibc.stat()
        guard fstat(descriptor, &status) == 0 else { throw .reading(folder, code: errno) }
        device = UInt64(status.st_dev)
        number = Self.number(ofMountBelow: descriptor)
    }

    /// The highest folder above this one that is still on the mount.
    ///
    /// - Parameter folder: without links: else the folders above it are those
    ///   of the link.
    func top(above folder: FilePath) -> FilePath {
        var top = folder
        while let above = top.folder, above != top, (try? Mount(of: above)) == self {
            top = above
        }
        return top
    }

    /// Where something is mounted now; nothing where the system does not say.
    static var points: Set<FilePath> {
        let text = (try? OpenFile(FilePath("/proc/self/mountinfo")).readUpTo(1 << 20)) ?? []
        var points: Set<FilePath> = []
        for line in text.split(separator: UInt8(ascii: "\n")) {
            let words = line.split(separator: UInt8(ascii: " "))
            guard words.count > 4, let path = FilePath(bytes: unescaped(words[4])) else {
                continue
            }
            points.insert(path)
        }
        return points
    }

    /// Blanks and the like are written as `\040`.
    private static func unescaped(_ word: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = word
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            guard byte == UInt8(ascii: "\\"), digits.count == 3,
                let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
            else {
                bytes.append(byte)
                continue
            }
            bytes.append(code)
            rest.removeFirst(3)
        }
        return bytes
    }

    /// Nil where the system does not say.
    private static func number(ofMountBelow descriptor: Int32) -> Int? {
        let path = FilePath("/proc/self/fdinfo/\(descriptor)")
        guard let text = try? OpenFile(path).readUpTo(1024) else { return nil }
        for line in text.split(separator: UInt8(ascii: "\n")) {
            let words = line.split { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "\t") }
            guard words.count == 2, words[0].elementsEqual("mnt_id".utf8) else { continue }
            return Int(String(decoding: words[1].drop { $0 == UInt8(ascii: " ") }, as: UTF8.self))
        }
        return nil
    }
}
