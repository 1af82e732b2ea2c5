import DropboxAPI

/// What is added to a name that is taken.
enum PlaceMark: Hashable {
    /// ` (1)`, ` (2)` …
    case number
    /// ` (Ada's conflicted copy)`, ` (Ada's conflicted copy 2)` …
    case conflictedCopy(of: String)

    /// The mark of the first, second … copy.
    func text(_ number: Int) -> String {
        switch self {
        case .number:
            return " (\(number))"
        case .conflictedCopy(let name):
            let safe = name.filter { $0 != "/" && $0 != "\\" && $0 != "\0" }.prefix(50)
            let words = safe.isEmpty ? "conflicted copy" : "\(safe)'s conflicted copy"
            return number == 1 ? " (\(words))" : " (\(words) \(number))"
        }
    }
}

/// Where something may be put.
extension ServerMachine {
    /// The place that an argument names, with its folders spelt as they
    /// stand.
    /// - Throws: `WriteError`, here and below.
    func destination(_ argument: PathArgument, _ work: Work) throws(ServerError) -> RemotePath {
        let path: RemotePath
        do throws(ServerError) {
            path = try view(of: work.account).path(of: argument)
        } catch {
            // An id or a namespace that is not there gives no place to write.
            guard error.failure != nil else { throw error }
            throw .refused(WriteError.malformedPath)
        }
        return try checked(path, work)
    }

    /// A place that may be written as far as names and folders go.
    func checked(_ path: RemotePath, _ work: Work) throws(ServerError) -> RemotePath {
        guard !path.isRoot else { throw .refused(WriteError.conflict(.folder)) }
        guard path.depth <= rules.depth else { throw .refused(WriteError.malformedPath) }
        guard !path.isDisallowed else { throw .refused(WriteError.disallowedName) }
        guard let parent = path.parent, !parent.isRoot else { return path }
        for ancestor in path.ancestors.reversed() {
            guard let entry = try metadata.entry(at: ancestor.key, of: work.account) else {
                continue
            }
            guard entry.isFolder else {
                throw .refused(WriteError.conflict(.fileAncestor))
            }
            return path.moved(from: ancestor, to: entry.path)
        }
        return path
    }

    /// A place beside a taken one, `name (1).ext` and so on.
    func freePlace(
        beside path: RemotePath, _ mark: PlaceMark, _ work: Work
    ) throws(ServerError) -> RemotePath {
        // Doubling, then halving: with thousands of copies of one name a
        // walk from the first would take thousands of look-ups each time.
        var taken = 0
        var free = 1
        while try isTaken(path, mark.text(free), work) {
            taken = free
            free *= 2
            guard free < 1 << 24 else { throw .refused(WriteError.conflict(.file)) }
        }
        while free - taken > 1 {
            let middle = (free + taken) / 2
            if try isTaken(path, mark.text(middle), work) { taken = middle } else { free = middle }
        }
        guard let place = path.marked(mark.text(free)) else {
            throw .refused(WriteError.malformedPath)
        }
        return place
    }

    private func isTaken(
        _ path: RemotePath, _ mark: String, _ work: Work
    ) throws(ServerError) -> Bool {
        guard let marked = path.marked(mark) else { return false }
        return try metadata.entry(at: marked.key, of: work.account) != nil
    }
}

/// Putting and taking away.
extension ServerMachine {
    /// Makes the folders above a place that are missing.
    mutating func makeFolders(above path: RemotePath, _ work: inout Work) throws(ServerError) {
        for ancestor in path.ancestors
        where try metadata.entry(at: ancestor.key, of: work.account) == nil {
            try putFolder(at: ancestor, node: nil, isShared: false, &work)
        }
    }

    /// Puts a folder where nothing stands.
    /// - Parameter node: nil for a new one.
    @discardableResult
    mutating func putFolder(
        at path: RemotePath, node: NodeNumber?, isShared: Bool, _ work: inout Work
    ) throws(ServerError) -> Entry {
        let sequence = work.nextSequence()
        let entry = Entry(
            path: path, node: node ?? NodeNumber(sequence.rawValue), sequence: sequence,
            content: nil, isShared: isShared)
        try metadata.removeGravestone(at: path.key, of: work.account)
        // Clients keep what they know below a folder that is put: tell them
        // what is gone there.
        try metadata.uncoverGravestones(below: path.key, of: work.account)
        try metadata.put(entry, of: work.account)
        return entry
    }

    /// Puts a file where nothing stands, or in place of its own older content.
    /// - Parameter node: nil for a new one.
    @discardableResult
    mutating func putFile(
        at path: RemotePath, node: NodeNumber?, content: Content, sequence: Sequence,
        _ work: inout Work
    ) throws(ServerError) -> Entry {
        let entry = Entry(
            path: path, node: node ?? NodeNumber(sequence.rawValue), sequence: sequence,
            content: content)
        try metadata.removeGravestone(at: path.key, of: work.account)
        try metadata.put(entry, of: work.account)
        try metadata.put(
            Placement(path: path, sequence: sequence, revision: content.revision),
            of: work.account)
        try photoCame(entry, &work)
        try sidecarMayHaveCome(entry, work)
        return entry
    }

    /// Takes an entry from its path and leaves a gravestone.
    mutating func bury(
        _ entry: Entry, isCovered: Bool, _ work: inout Work
    ) throws(ServerError) {
        try metadata.removeEntry(at: entry.path.key, of: work.account)
        try metadata.put(
            Gravestone(
                path: entry.path, sequence: work.nextSequence(), deleted: work.now,
                revision: entry.content?.revision, isCovered: isCovered),
            of: work.account)
        guard !entry.isFolder else { return }
        try photoWent(entry.node, &work)
        try sidecarMayHaveGone(entry, work)
    }
}
