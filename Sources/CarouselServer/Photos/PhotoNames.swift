import Media
import Photos

/// Which files are photos, by their names: the feed cannot wait until their
/// bytes were read.
enum PhotoNames {
    /// What a file shows as far as its name tells; nil for one that is no
    /// photo.
    static func kind(of name: String) -> PhotoKind? {
        let bytes = Array(name.utf8)
        guard FileNameKind(fileName: bytes) == .media else { return nil }
        let ending = name.utf8.lastIndex(of: UInt8(ascii: ".")).map {
            name[name.utf8.index(after: $0)...].lowercased()
        }
        return films.contains(ending ?? "") ? .video : .photo
    }

    private static let films: Set<String> = [
        "mp4", "m4v", "mov", "qt", "3gp", "3g2", "mkv", "webm", "avi", "mts", "m2ts", "mpg",
        "mpeg", "wmv", "asf", "flv", "ogv", "insv",
    ]
}
