import DropboxAPI

/// Moving or copying.
private enum Relocation {
    case move, copy
}

extension ServerMachine {
    /// `files/move_v2`.
    public mutating func move(
        _ argument: RelocationArgument, by caller: Caller
    ) throws(ServerError) -> DropboxAPI.Metadata {
        try relocate(argument, .move, by: caller)
    }

    /// `files/copy_v2`.
    public mutating func copy(
        _ argument: RelocationArgument, by caller: Caller
    ) throws(ServerError) -> DropboxAPI.Metadata {
        try relocate(argument, .copy, by: caller)
    }

    /// `files/move_batch_v2`.
    public mutating func move(
        _ argument: RelocationBatchArgument, by caller: Caller
    ) throws(ServerError) -> BatchResult<RelocationBatchEntry> {
        try relocate(argument, .move, by: caller)
    }

    /// `files/copy_batch_v2`.
    public mutating func copy(
        _ argument: RelocationBatchArgument, by caller: Caller
    ) throws(ServerError) -> BatchResult<RelocationBatchEntry> {
        try relocate(argument, .copy, by: caller)
    }

    private mutating func relocate(
        _ argument: RelocationArgument, _ kind: Relocation, by caller: Caller
    ) throws(ServerError) -> DropboxAPI.Metadata {
        var work = try begin(caller)
        var room = rules.relocatedEntries
        let metadata = try relocate(argument, kind, upTo: &room, &work)
        try finish(&work)
        return metadata
    }

    private mutating func relocate(
        _ argument: RelocationBatchArgument, _ kind: Relocation, by caller: Caller
    ) throws(ServerError) -> BatchResult<RelocationBatchEntry> {
        var work = try begin(caller)
        var entries: [RelocationBatchEntry] = []
        var room = rules.relocatedEntries
        for path in argument.entries {
            let one = RelocationArgument(
                from: path.from, to: path.to, autorename: argument.autorename)
            do throws(ServerError) {
                entries.append(
                    RelocationBatchEntry(.success(try relocate(one, kind, upTo: &room, &work))))
            } catch {
                guard let failure = error.failure as? RelocationError else { throw error }
                entries.append(RelocationBatchEntry(.failure(.relocation(failure))))
            }
        }
        try finish(&work)
        return BatchResult(entries: entries)
    }

    /// - Parameter room: entries that may still be taken along.
    private mutating func relocate(
        _ argument: RelocationArgument, _ kind: Relocation, upTo room: inout Int,
        _ work: inout Work
    ) throws(ServerError) -> DropboxAPI.Metadata {
        let source: Entry
        do throws(ServerError) {
            source = try view(of: work.account).entry(of: argument.from)
        } catch {
            throw error.within(RelocationError.fromLookup)
        }
        let place: RemotePath
        do throws(ServerError) {
            place = try target(argument, source, kind, work)
        } catch {
            throw error.within(RelocationError.to)
        }
        let below = try entriesTaken(along: source, upTo: room, work)
        guard below.allSatisfy({ isShortEnough($0.path, from: source.path, to: place) }) else {
            throw .refused(RelocationError.to(.malformedPath))
        }
        room -= below.count
        switch kind {
        case .move: return try move(source, below, to: place, &work)
        case .copy: return try copy(source, below, to: place, &work)
        }
    }

    /// - Throws: `WriteError` or `RelocationError`.
    private func target(
        _ argument: RelocationArgument, _ source: Entry, _ kind: Relocation, _ work: Work
    ) throws(ServerError) -> RemotePath {
        let place = try destination(argument.to, work)
        if source.isFolder, place.isBelow(source.path) {
            throw .refused(
                kind == .move
                    ? RelocationError.cantMoveFolderIntoItself : .duplicatedOrNestedPaths)
        }
        guard let present = try metadata.entry(at: place.key, of: work.account) else {
            return place
        }
        // The same place in other letters: a change of case.
        if kind == .move, present.node == source.node, place.display != source.path.display {
            return place
        }
        guard argument.autorename else {
            throw .refused(WriteError.conflict(present.isFolder ? .folder : .file))
        }
        return try freePlace(beside: place, .number, work)
    }

    private func entriesTaken(
        along source: Entry, upTo room: Int, _ work: Work
    ) throws(ServerError) -> [Entry] {
        guard source.isFolder else { return [] }
        let entries = try metadata.entries(
            below: source.path.key, recursively: true, after: nil,
            limit: room + 1, of: work.account)
        guard entries.count <= room else {
            throw .refused(RelocationError.tooManyFiles)
        }
        return entries
    }

    private func isShortEnough(
        _ path: RemotePath, from source: RemotePath, to place: RemotePath
    ) -> Bool {
        path.display.utf8.count - source.display.utf8.count + place.display.utf8.count
            <= RemotePath.longestPath
            && path.depth - source.depth + place.depth <= rules.depth
    }

    private mutating func move(
        _ source: Entry, _ below: [Entry], to place: RemotePath, _ work: inout Work
    ) throws(ServerError) -> DropboxAPI.Metadata {
        let isChangeOfCase = place.key == source.path.key
        if !isChangeOfCase {
            try bury(source, isCovered: false, &work)
            for entry in below { try bury(entry, isCovered: true, &work) }
            try makeFolders(above: place, &work)
        }
        let moved = try put(source, at: place, &work)
        for entry in below {
            try put(entry, at: entry.path.moved(from: source.path, to: place), &work)
        }
        return moved.metadata(in: work.account)
    }

    /// Puts an entry that comes from elsewhere, as the same file or folder.
    @discardableResult
    private mutating func put(
        _ entry: Entry, at place: RemotePath, _ work: inout Work
    ) throws(ServerError) -> Entry {
        guard let content = entry.content else {
            return try putFolder(at: place, node: entry.node, isShared: entry.isShared, &work)
        }
        return try putFile(
            at: place, node: entry.node, content: content, sequence: work.nextSequence(), &work)
    }

    private mutating func copy(
        _ source: Entry, _ below: [Entry], to place: RemotePath, _ work: inout Work
    ) throws(ServerError) -> DropboxAPI.Metadata {
        let growth = ([source] + below).reduce(Int64(0)) { $0 + ($1.content?.size ?? 0) }
        guard work.state.used + growth <= work.state.quota else {
            throw .refused(RelocationError.insufficientQuota)
        }
        try makeFolders(above: place, &work)
        let copied = try putCopy(of: source, at: place, &work)
        for entry in below {
            try putCopy(of: entry, at: entry.path.moved(from: source.path, to: place), &work)
        }
        return copied.metadata(in: work.account)
    }

    @discardableResult
    private mutating func putCopy(
        of entry: Entry, at place: RemotePath, _ work: inout Work
    ) throws(ServerError) -> Entry {
        guard let content = entry.content else {
            return try putFolder(at: place, node: nil, isShared: false, &work)
        }
        return try write(
            CommittedBytes(hash: content.hash, size: content.size), at: place, replacing: nil,
            clientModified: content.clientModified, &work)
    }
}
