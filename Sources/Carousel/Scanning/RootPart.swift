import Glibc
import Media
import Photos

/// The part of a root in which something has changed.
struct RootPart: Sendable {
    /// Folders that are there, to be listed.
    var folders: [FilePath]
    /// Folders that went: what was known anywhere below them is looked for.
    var gone: Set<FilePath>

    /// What of some changes lies in a root, and in none of the others within
    /// it; nil when the root itself went.
    init?(_ changes: FolderChanges, of root: FilePath, besides others: [FilePath]) {
        func isHere(_ path: FilePath) -> Bool {
            path.isWithin(root) && !others.contains { $0.isWithin(root) && path.isWithin($0) }
        }
        guard !changes.gone.contains(root), Self.isThere(root) else { return nil }
        gone = changes.gone.filter(isHere)
        var folders: Set<FilePath> = []
        for folder in changes.folders.union(gone) where isHere(folder) {
            var there = folder
            while !Self.isThere(there), there != root, let above = there.folder {
                gone.insert(there)
                there = above
            }
            folders.insert(there)
        }
        self.folders = folders.sorted {
            $0.bytes.lexicographicallyPrecedes($1.bytes)
        }
    }

    var isEmpty: Bool { folders.isEmpty && gone.isEmpty }

    /// False only for what is known to be gone: a folder that cannot be
    /// looked at now is there, and its walk says what is wrong.
    private static func isThere(_ folder: FilePath) -> Bool {
        var status = stat()
        guard folder.withCString({ stat($0, &status) }) == 0 else {
            return errno != ENOENT && errno != ENOTDIR
        }
        return status.st_mode & S_IFMT == S_IFDIR
    }
}
