import Media
import Photos
import Store

/// What a walk has seen of a root's sidecars, and where photos are new.
struct SidecarSightings: Sendable {
    /// Those that were known, with which were seen.
    private(set) var known: KnownFiles
    /// New or changed.
    private(set) var fresh: [FoundFile] = []
    /// Folders in which it may have changed which sidecar belongs to which
    /// photo, or what it says.
    private(set) var folders: Set<FilePath> = []

    init(known: KnownFiles) {
        self.known = known
    }

    /// A sidecar came or changed.
    var hasChanges: Bool { !fresh.isEmpty }

    mutating func see(_ file: FoundFile, isNumberMadeUp: Bool) {
        switch known.see(file.path, file.stamp, isNumberMadeUp: isNumberMadeUp) {
        case .unchanged, .renumbered, .returned, .unchangedProblem: return
        case .new, .changed: break
        }
        fresh.append(file)
        seeNewFile(at: file.path)
    }

    /// It is there and not to be read yet.
    mutating func leave(_ path: FilePath) {
        known.leave(path)
    }

    mutating func seeNewFile(at path: FilePath) {
        if let folder = path.folder { folders.insert(folder) }
    }
}
