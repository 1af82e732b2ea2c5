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
    /// Renames without replacing anything: 0 or an errno.
    private let renaming: @Sendable (FilePath, FilePath) -> Int32

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
        self.init(home: home, usesMounts: usesMounts, renaming: Self.renameOnDisk)
    }

    /// - Parameter renaming: renames without replacing anything, and answers
    ///   with 0 or an errno.
    package init(
        home: FilePath, usesMounts: Bool,
        renaming: @escaping @Sendable (FilePath, FilePath) -> Int32
    ) {
        self.home = home
        self.usesMounts = usesMounts
        self.renaming = renaming
        user = getuid()
    }

    /// How files are renamed on a real disk.
    @Sendable package static func renameOnDisk(_ from: FilePath, _ to: FilePath) -> Int32 {
        from.withCString { from in
            to.withCString { carousel_rename_to_free_name(from, $0) }
        }
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
        let place = try RealPlace(of: file)
        var reason = (problem: TrashProblem.noTrash, code: Int32?.none)
        for candidate in candidates(for: place) {
            do throws(TrashFolder.Refusal) {
                let trash = try TrashFolder(candidate, user: user)
                guard (try? Mount(of: trash.path)) == place.mount else { continue }
                return try trash.reserve(place.file, deleted: deleted, remember)
            } catch {
                reason = (error.problem, error.code)
            }
        }
        throw .trash(file, reason.problem, code: reason.code)
    }

    /// Moves the file to the reserved place. A link goes there itself, and
    /// what it leads to stays.
    ///
    /// - Parameter stamp: what the file is to be, links followed. A file with
    ///   another one is not moved (`changed`), also when it took the other's
    ///   place in the last moment. Should the latter be in the trash and not
    ///   to be had back from there, it is said (`caught`). A link whose file
    ///   is gone is moved all the same.
    public func move(
        _ file: FilePath, to place: TrashPlace, being stamp: FileStamp
    ) throws(MediaError) {
        let itself: FileStamp
        do throws(MediaError) {
            itself = try FileStamp(ofItself: file)
        } catch {
            throw Self.notThere(file, error)
        }
        do throws(MediaError) {
            let now = try FileStamp(of: file)
            guard now.isUnchanged(since: stamp) else { throw .trash(file, .changed, code: nil) }
        } catch .vanished {
            // A link whose file is gone; nothing else is there and not there.
        }
        try rename(file, to: place.file, blaming: file, taken: .failed)
        guard let moved = try? FileStamp(ofItself: place.file), !moved.isSameFile(as: itself)
        else { return }
        do throws(MediaError) {
            try rename(place.file, to: file, blaming: file, taken: .occupied)
        } catch {
            throw .trash(file, .caught, code: nil)
        }
        throw .trash(file, .changed, code: nil)
    }

    /// Gives a name back that may have been reserved for the file, when it
    /// did not go there or has come back.
    public func discard(_ place: TrashPlace, of file: FilePath) {
        let real = (try? RealPlace(of: file).file) ?? file
        guard !NewFile.isTaken(place.file),
            [file, real].contains(where: { TrashNote.isNote(at: place.note, about: $0) })
        else { return }
        // A note without a file is litter and no harm.
        _ = place.note.withCString { unlink($0) }
    }

    /// Brings a file back to where it was, with the folders it needs below
    /// `root`. What lies there now is never written over. Its name in the trash
    /// is then to be given back (`discard`), once that it is back is
    /// remembered.
    public func restore(
        _ place: TrashPlace, to file: FilePath, below root: FilePath
    ) throws(MediaError) {
        guard NewFile.isTaken(place.file) else {
            // A trash that is away as a whole is on a drive that is.
            let isTrashThere = place.file.folder.map(NewFile.isTaken) ?? false
            throw .trash(file, isTrashThere ? .emptied : .noFolder, code: nil)
        }
        guard (try? Mount(of: root)) != nil else { throw .trash(file, .noFolder, code: nil) }
        if let folder = file.folder {
            do throws(MediaError) {
                try NewFile.makeFolder(folder)
            } catch {
                throw .trash(file, .noFolder, code: nil)
            }
        }
        try rename(place.file, to: file, blaming: file, taken: .occupied)
    }

    /// Where the file may go, in order.
    private func candidates(for place: RealPlace) -> [TrashFolder.Kind] {
        guard usesMounts else { return [.home(home)] }
        let top = place.mount.top(above: place.folder)
        return [.home(home), .shared(top), .own(top)]
    }

    /// What it means for a move that something could not be looked at.
    fileprivate static func notThere(_ file: FilePath, _ error: MediaError) -> MediaError {
        switch error {
        case .vanished: .trash(file, .absent, code: nil)
        case .denied: .trash(file, .denied, code: nil)
        case .unreadable(_, let code): .trash(file, .failed, code: code)
        default: .trash(file, .failed, code: nil)
        }
    }

    /// Renames without ever replacing anything.
    private func rename(
        _ from: FilePath, to: FilePath, blaming file: FilePath, taken: TrashProblem
    ) throws(MediaError) {
        let code = renaming(from, to)
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

/// Where a file lies by the folders themselves and not by links to them:
/// which trash it belongs into is a matter of these.
private struct RealPlace {
    let folder: FilePath
    let file: FilePath
    let mount: Mount

    init(of file: FilePath) throws(MediaError) {
        guard let folder = file.folder else { throw .trash(file, .absent, code: nil) }
        let real = folder.withCString { realpath($0, nil) }
        guard let real else {
            throw Trash.notThere(file, MediaError.reading(folder, code: errno))
        }
        defer { free(real) }
        // A path of the system's has no NUL.
        let path = FilePath(bytes: UnsafeRawBufferPointer(start: real, count: strlen(real)))
        self.folder = path ?? folder
        self.file = self.folder.appending(file.name)
        do throws(MediaError) {
            mount = try Mount(of: self.folder)
        } catch {
            throw Trash.notThere(file, error)
        }
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
