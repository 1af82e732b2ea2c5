internal import CLinux
import Glibc
public import Photos

/// The desktop's trash: files that go there can be brought back, here or by
/// any file manager.
///
/// Source: the freedesktop.org Trash specification 1.0. A file goes into the
/// home trash when that is on the same mount, else into the trash of its own
/// mount. It is renamed and never copied, so a move is whole or has not
/// happened; where renaming is impossible there is an error and the file
/// stays. Nothing is ever removed or written over.
///
/// A move has three steps, each of which can be repeated after a crash:
/// `reserve` a name, `move` the file there, or `discard` the name.
public struct Trash: Sendable {
    /// The home trash, which need not be there yet.
    public let home: FilePath
    private let user: UInt32
    private let usesMounts: Bool

    /// `$XDG_DATA_HOME/Trash` of the user, else `~/.local/share/Trash`.
    public static var ofUser: Trash {
        let data = getenv("XDG_DATA_HOME").map { String(cString: $0) } ?? ""
        if data.hasPrefix("/") { return Trash(home: FilePath(data).appending("Trash")) }
        let home = getenv("HOME").map { String(cString: $0) } ?? "/"
        return Trash(home: FilePath(home).appending(".local/share/Trash"))
    }

    /// - Parameters:
    ///   - home: `$XDG_DATA_HOME/Trash` of the user.
    ///   - usesMounts: whether other mounts than the home's have a trash too.
    public init(home: FilePath, usesMounts: Bool = true) {
        self.home = home
        self.usesMounts = usesMounts
        user = getuid()
    }

    /// Reserves a name for the file in the trash that it belongs into, by a
    /// note there of where the file was. The file is not touched.
    ///
    /// - Parameters:
    ///   - deleted: what the clock on the wall shows.
    ///   - remember: called with each name that is tried, before anything is
    ///     written under it; false ends the attempt.
    /// - Returns: nil when `remember` said so.
    public func reserve(
        _ file: FilePath, deleted: CaptureTime,
        remembering remember: (TrashPlace) -> Bool = { _ in true }
    ) throws(MediaError) -> TrashPlace? {
        guard let folder = file.folder, let mount = Mount(of: folder) else {
            throw .trash(file, .absent, code: nil)
        }
        var reason = (problem: TrashProblem.noTrash, code: Int32?.none)
        for candidate in try candidates(for: file, on: mount) {
            do throws(TrashFolder.Refusal) {
                let trash = try TrashFolder(candidate, user: user)
                guard Mount(of: trash.path) == mount else { continue }
                return try trash.reserve(file, deleted: deleted, remember)
            } catch {
                reason = (error.problem, error.code)
            }
        }
        throw .trash(file, reason.problem, code: reason.code)
    }

    /// Moves the file to the reserved place.
    ///
    /// - Parameter stamp: what the file is to be. A file with another one is
    ///   not moved (`changed`), also when it took the other's place in the
    ///   last moment.
    public func move(
        _ file: FilePath, to place: TrashPlace, being stamp: FileStamp
    ) throws(MediaError) {
        guard let now = try? FileStamp(of: file) else { throw .trash(file, .absent, code: nil) }
        guard now.isUnchanged(since: stamp) else { throw .trash(file, .changed, code: nil) }
        try Self.rename(file, to: place.file, blaming: file, taken: .failed)
        guard let moved = try? FileStamp(of: place.file), !moved.isSameFile(as: stamp) else {
            return
        }
        try Self.rename(place.file, to: file, blaming: file, taken: .failed)
        throw .trash(file, .changed, code: nil)
    }

    /// Gives a name back that may have been reserved for the file, when it
    /// did not go there.
    public func discard(_ place: TrashPlace, of file: FilePath) {
        guard !NewFile.isTaken(place.file), TrashNote.isNote(at: place.note, about: file) else {
            return
        }
        // A note without a file is litter and no harm.
        _ = place.note.withCString { unlink($0) }
    }

    /// Brings a file back to where it was, with the folders it needs below
    /// `root`. What lies there now is never written over.
    public func restore(
        _ place: TrashPlace, to file: FilePath, below root: FilePath
    ) throws(MediaError) {
        guard NewFile.isTaken(place.file) else {
            // A trash that is away as a whole is on a drive that is.
            let isTrashThere = place.file.folder.map(NewFile.isTaken) ?? false
            throw .trash(file, isTrashThere ? .emptied : .noFolder, code: nil)
        }
        guard Mount(of: root) != nil else { throw .trash(file, .noFolder, code: nil) }
        if let folder = file.folder {
            do throws(MediaError) {
                try NewFile.makeFolder(folder)
            } catch {
                throw .trash(file, .noFolder, code: nil)
            }
        }
        try Self.rename(place.file, to: file, blaming: file, taken: .occupied)
        _ = place.note.withCString { unlink($0) }
    }

    /// Where the file may go, in order.
    private func candidates(
        for file: FilePath, on mount: Mount
    ) throws(MediaError) -> [TrashFolder.Kind] {
        guard let top = mount.top(above: file.folder ?? file) else {
            throw .trash(file, .absent, code: nil)
        }
        return usesMounts ? [.home(home), .shared(top), .own(top)] : [.home(home)]
    }

    /// Renames without ever replacing anything.
    private static func rename(
        _ from: FilePath, to: FilePath, blaming file: FilePath, taken: TrashProblem
    ) throws(MediaError) {
        let code = from.withCString { from in
            to.withCString { carousel_rename_to_free_name(from, $0) }
        }
        guard code != 0 else {
            // The new name first: a loss of power must not leave none.
            for folder in [to.folder, from.folder].compactMap({ $0 }) { NewFile.sync(folder) }
            return
        }
        let problem: TrashProblem =
            switch code {
            case EEXIST, ENOTEMPTY: taken
            case ENOENT: NewFile.isTaken(from) ? .noFolder : .absent
            case EACCES, EPERM: .denied
            case EROFS: .readOnly
            case ENOSPC, EDQUOT: .full
            // EINVAL, ENOSYS: names cannot be taken safely on this file system.
            case EXDEV, EINVAL, ENOSYS: .noTrash
            default: .failed
            }
        throw .trash(file, problem, code: code)
    }
}

extension FileStamp {
    /// Whether the file is the same with the same bytes, as far as that can
    /// be told without reading: the status change and the number of the
    /// device say nothing about bytes.
    public func isSameFile(as other: FileStamp) -> Bool {
        size == other.size && modifiedNanoseconds == other.modifiedNanoseconds
            && identity.inode == other.identity.inode
    }

    /// Whether nothing happened to the file in between. The number of the
    /// device is not compared: systems number drives anew when they start or
    /// a drive is plugged in again.
    public func isUnchanged(since other: FileStamp) -> Bool {
        isSameFile(as: other) && statusChangedNanoseconds == other.statusChangedNanoseconds
    }
}
