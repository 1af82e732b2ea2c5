import Glibc
import Media
import Photos
import Store

extension Intake {
    /// The roots that stand for these folders, added where they are missing;
    /// all roots when there is no folder.
    func add(
        _ folders: [FilePath], besides directory: LibraryDirectory
    ) throws(LibraryError) -> [RootRow] {
        guard !folders.isEmpty else { return try roots() }
        var chosen: [RootRow] = []
        for folder in folders {
            let root = try root(for: folder, besides: directory)
            if !chosen.contains(where: { $0.id == root.id }) { chosen.append(root) }
        }
        // Folders within these that are roots of their own are not entered
        // from above, so they are scanned along.
        for root in try roots() where !chosen.contains(where: { $0.id == root.id }) {
            if chosen.contains(where: { root.path.isWithin($0.path) }) { chosen.append(root) }
        }
        return chosen
    }

    private func root(
        for folder: FilePath, besides directory: LibraryDirectory
    ) throws(LibraryError) -> RootRow {
        guard !folder.isWithin(directory.path) else { throw .folderIsTheLibrary(folder.display) }
        let known = try roots()
        if let root = known.first(where: { folder.isWithin($0.path) }) { return root }
        guard isFolder(folder), let identity = try? FileIdentity(of: folder) else {
            throw .noSuchFolder(folder.display)
        }
        // The same folder by another path: a link to it, or it was moved.
        let same = known.first { root in
            (try? FileIdentity(of: root.path)) == identity
        }
        if let same { return same }
        let added = Int64(time(nil)) * 1000
        return try write { transaction throws(StoreError) in
            try transaction.addRoot(folder, addedMilliseconds: added)
        }
    }

    private func isFolder(_ path: FilePath) -> Bool {
        var status = stat()
        return path.withCString { stat($0, &status) } == 0
            && status.st_mode & S_IFMT == S_IFDIR
    }
}
