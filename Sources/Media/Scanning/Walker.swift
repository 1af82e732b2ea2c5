import Glibc
import Photos

/// The state of one run of a `FolderWalk`.
struct Walker {
    private let root: FilePath
    private let options: FolderWalk.Options
    private var report = WalkReport()
    private var batch = WalkBatch()
    private var isStopped = false
    /// Real folders to visit, next one last.
    private var folders: [FilePath] = []
    /// Links to folders, next one first; tried when no real folder is left.
    private var links: [FilePath] = []
    private var visited: Set<FileIdentity> = []
    /// Folders that the walk was asked for.
    private var wanted: Set<FilePath> = []
    /// By drive, whether its files have numbers of their own.
    private var hasNumbers: [UInt64: Bool] = [:]
    private var drivesWithoutNumbers: Set<UInt64> = []
    private var listing = FolderListing()

    init(_ walk: FolderWalk) {
        root = walk.root
        options = walk.options
    }

    mutating func run(_ receive: (WalkBatch) -> FolderWalk.Answer) -> WalkReport {
        if let only = options.only {
            report.root = try? FileIdentity(of: root)
            wanted = Set(only)
            folders = report.root == nil ? [] : only.reversed()
        } else {
            visit(root, isRoot: true, receive)
        }
        var nextLink = 0
        while !isStopped {
            if let folder = folders.popLast() {
                visit(folder, isRoot: folder == root, receive)
            } else if nextLink < links.count {
                nextLink += 1
                visit(links[nextLink - 1], isRoot: false, receive)
            } else {
                break
            }
        }
        if !isStopped { flush(receive) }
        report.reachedEnd = !isStopped
        return report
    }

    private mutating func visit(
        _ folder: FilePath, isRoot: Bool, _ receive: (WalkBatch) -> FolderWalk.Answer
    ) {
        if Task.isCancelled { return isStopped = true }
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK
        let descriptor = folder.withCString { open($0, flags) }
        guard descriptor >= 0 else {
            return add(problem(folder, code: errno, isLink: false))
        }
        guard let stream = fdopendir(descriptor) else {
            add(problem(folder, code: errno, isLink: false))
            close(descriptor)
            return
        }
        defer { closedir(stream) }
        var status = Glibc.stat()
        guard fstat(descriptor, &status) == 0 else {
            return add(problem(folder, code: errno, isLink: false))
        }
        let identity = FileIdentity(status)
        if isRoot { report.root = identity }
        guard visited.insert(identity).inserted else { return }
        guard !options.ownFolders.contains(identity) else { return report.skipped += 1 }
        if let observer = options.observer, !isRoot || options.only != nil,
            !observer.willList(folder, identity, isWanted: isWanted(folder))
        {
            return
        }
        if isRoot, options.only == nil {
            _ = options.observer?.willList(folder, identity, isWanted: true)
        }
        report.devices.insert(identity.device)
        if hasNumbers[identity.device] == nil {
            let isWithout = options.makesNumbersUp(folder)
            hasNumbers[identity.device] = !isWithout
            if isWithout { drivesWithoutNumbers.insert(identity.device) }
        }
        let code = listing.read(stream)
        if code != 0 { add(problem(folder, code: code, isLink: false)) }
        guard isRoot || !listing.hasNoMediaMarker else { return report.skipped += 1 }
        report.folders += 1
        take(folder, descriptor, receive)
    }

    private func isWanted(_ folder: FilePath) -> Bool {
        wanted.contains(folder) || options.trees.contains { folder.isWithin($0) }
    }

    /// Hands over the files of the folder that was just listed, and puts its
    /// folders on the stack.
    private mutating func take(
        _ folder: FilePath, _ descriptor: Int32, _ receive: (WalkBatch) -> FolderWalk.Answer
    ) {
        let firstOwn = folders.count
        let names = PathBuilder(folder: folder, root: root)
        for entry in listing.entries {
            if isStopped { return }
            switch look(at: entry, in: descriptor, names) {
            case .file(let file): batch.files.append(file)
            case .folder(let path): folders.append(path)
            case .link(let path): links.append(path)
            case .problem(let problem): add(problem)
            case .skipped: report.skipped += 1
            }
            if batch.files.count >= options.batchSize || batch.problems.count >= options.batchSize {
                flush(receive)
            }
        }
        folders[firstOwn...].reverse()
    }

    private enum Finding {
        case file(FoundFile)
        case folder(FilePath)
        case link(FilePath)
        case problem(WalkProblem)
        case skipped
    }

    private func look(
        at entry: FolderListing.Entry, in descriptor: Int32, _ names: PathBuilder
    ) -> Finding {
        listing.withName(of: entry) { name, cName in
            if !options.includesHidden, name.first == UInt8(ascii: ".") { return .skipped }
            var type = entry.type
            var status = Glibc.stat()
            if type == .unknown {
                guard fstatat(descriptor, cName, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
                    return .problem(problem(names.path(name), code: errno, isLink: false))
                }
                type = status.type
            }
            let isSkipped =
                type == .folder ? SkippedNames.hasFolder(name) : SkippedNames.hasFile(name)
            if isSkipped || type == .other { return .skipped }
            if type == .folder {
                return excludes(name, names, isFolder: true) ? .skipped : .folder(names.path(name))
            }
            guard fstatat(descriptor, cName, &status, 0) == 0 else {
                return .problem(problem(names.path(name), code: errno, isLink: type == .link))
            }
            guard !excludes(name, names, isFolder: status.isFolder) else { return .skipped }
            if status.isRegularFile {
                let kind = FileNameKind(name)
                return .file(
                    FoundFile(path: names.path(name), kind: kind, stamp: FileStamp(status)))
            }
            guard status.isFolder, !SkippedNames.hasFolder(name) else { return .skipped }
            let path = names.path(name)
            return leadsUp(FileIdentity(status), from: descriptor)
                ? .problem(loop(path)) : .link(path)
        }
    }

    private func excludes(
        _ name: UnsafeRawBufferPointer, _ names: PathBuilder, isFolder: Bool
    ) -> Bool {
        guard !options.excludes.isEmpty else { return false }
        let path = names.pathFromRoot(name)
        return options.excludes.contains { $0.matches(path: path[...], isFolder: isFolder) }
    }

    /// Whether a folder is the open one or lies above it.
    private func leadsUp(_ identity: FileIdentity, from descriptor: Int32) -> Bool {
        var way = "."
        var last: FileIdentity?
        // Ends at the file system's root, whose parent is itself.
        while way.utf8.count < Int(PATH_MAX) {
            var status = Glibc.stat()
            guard fstatat(descriptor, way, &status, 0) == 0 else { return false }
            let here = FileIdentity(status)
            if here == identity { return true }
            if here == last { return false }
            last = here
            way += "/.."
        }
        return false
    }

    private mutating func add(_ problem: WalkProblem) {
        report.problems += 1
        if problem.hidesFiles {
            // Nothing can be proven to be gone then, and it says so in one
            // path instead of ten thousand.
            if report.unseen.count >= 10_000 { report.unseen = [root] }
            report.unseen.append(problem.path)
        }
        batch.problems.append(problem)
    }

    private mutating func flush(_ receive: (WalkBatch) -> FolderWalk.Answer) {
        guard !batch.files.isEmpty || !batch.problems.isEmpty else { return }
        report.files += batch.files.count
        var full = batch
        full.drivesWithoutNumbers = drivesWithoutNumbers
        batch = WalkBatch()
        batch.files.reserveCapacity(options.batchSize)
        if receive(full) == .stop || Task.isCancelled { isStopped = true }
    }

    private func loop(_ path: FilePath) -> WalkProblem {
        WalkProblem(
            path: path, reason: .brokenLink, detail: "the link leads back to a folder above it",
            hidesFiles: false)
    }

    private func problem(_ path: FilePath, code: Int32, isLink: Bool) -> WalkProblem {
        let reason: ProblemReason =
            switch code {
            case ELOOP: .brokenLink
            case ENOENT, ENOTDIR: isLink ? .brokenLink : .vanished
            case ESTALE: .vanished
            case EACCES, EPERM: .denied
            default: .unreadable
            }
        let detail =
            reason == .brokenLink && code != ELOOP
            ? "the link leads to nothing" : MediaError.text(ofCode: code)
        return WalkProblem(path: path, reason: reason, detail: detail, hidesFiles: true)
    }
}

extension Glibc.stat {
    fileprivate var type: FolderListing.EntryType {
        isFolder ? .folder : isLink ? .link : isRegularFile ? .file : .other
    }
}
