import Glibc
import Photos

/// One trash on one mount, made where it is missing.
struct TrashFolder {
    /// Which of the specification's three it is.
    enum Kind {
        /// The user's own, in the home folder.
        case home(FilePath)
        /// `.Trash/<user>` at the top of a mount, where the administrator has
        /// provided for it.
        case shared(FilePath)
        /// `.Trash-<user>` at the top of a mount.
        case own(FilePath)
    }

    struct Refusal: Error {
        var problem: TrashProblem
        var code: Int32?
    }

    let path: FilePath
    /// Paths in notes are relative to it; nil for the home trash, where they
    /// are absolute.
    private let top: FilePath?

    init(_ kind: Kind, user: UInt32) throws(Refusal) {
        switch kind {
        case .home(let home):
            path = home
            top = nil
        case .shared(let mount):
            let all = mount.appending(".Trash")
            // The specification's checks: else another user could see or take
            // away what is deleted.
            guard let status = Self.status(of: all), status.isFolder, status.st_mode & S_ISVTX != 0
            else { throw Refusal(problem: .noTrash) }
            path = all.appending(String(user))
            top = mount
        case .own(let mount):
            path = mount.appending(".Trash-\(user)")
            top = mount
        }
        for folder in [path, path.appending("files"), path.appending("info")] {
            try Self.make(folder, isHome: top == nil)
        }
        guard let status = Self.status(of: path), status.isFolder, status.st_uid == user else {
            throw Refusal(problem: .noTrash)
        }
    }

    /// Takes a free name, by making the note under it.
    func reserve(
        _ file: FilePath, deleted: CaptureTime, _ remember: (TrashPlace) -> Bool
    ) throws(Refusal) -> TrashPlace? {
        let note = TrashNote(path: relative(file), deleted: deleted)
        // Programs that follow the specification make the note first, so a
        // name without one is free.
        for number in 1...10_000 {
            let place = TrashPlace(trash: path, name: Self.name(file, number))
            guard !NewFile.isTaken(place.file), !NewFile.isTaken(place.note) else { continue }
            guard remember(place) else { return nil }
            do throws(MediaError) {
                try NewFile.write(note.text, to: place.note, modified: Int64(time(nil)))
                NewFile.sync(place.note)
                if let folder = place.note.folder { NewFile.sync(folder) }
                return place
            } catch .alreadyThere {
                continue
            } catch .unwritable(_, let code) {
                throw Refusal(code)
            } catch {
                throw Refusal(problem: .failed)
            }
        }
        throw Refusal(problem: .full)
    }

    private func relative(_ file: FilePath) -> [UInt8] {
        guard let top, file.isWithin(top) else { return file.bytes }
        return Array(file.bytes.dropFirst(top.bytes.count).drop { $0 == UInt8(ascii: "/") })
    }

    /// `a.jpg`, `a.2.jpg` …, held short enough for the note's ending.
    private static func name(_ file: FilePath, _ number: Int) -> [UInt8] {
        let longest = 255 - TrashPlace.ending.count - 6
        let name = Array(file.name.suffix(longest))
        guard number > 1 else { return name }
        let dot = name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex
        return Array(name[..<dot]) + Array(".\(number)".utf8) + Array(name[dot...])
    }

    private static func make(_ folder: FilePath, isHome: Bool) throws(Refusal) {
        if folder.withCString({ mkdir($0, 0o700) }) == 0 { return }
        let code = errno
        if code == EEXIST {
            guard status(of: folder)?.isFolder == true else { throw Refusal(problem: .noTrash) }
            return
        }
        guard code == ENOENT, isHome, let above = folder.folder, above != folder else {
            throw Refusal(code)
        }
        try make(above, isHome: true)
        try make(folder, isHome: false)
    }

    /// Of the thing itself: a link is no trash.
    private static func status(of path: FilePath) -> stat? {
        var status = Glibc.stat()
        return path.withCString({ lstat($0, &status) }) == 0 ? status : nil
    }
}

extension TrashFolder.Refusal {
    /// Making or writing a trash failed with this errno.
    init(_ code: Int32) {
        let problem: TrashProblem =
            switch code {
            case EROFS: .readOnly
            case ENOSPC, EDQUOT: .full
            default: .noTrash
            }
        self.init(problem: problem, code: code)
    }
}
