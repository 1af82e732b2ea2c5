import DropboxAPI

extension ServerMachine {
    /// `files/delete_v2`.
    /// - Returns: what stood there.
    public mutating func delete(
        _ argument: DeleteArgument, by caller: Caller
    ) throws(ServerError) -> DropboxAPI.Metadata {
        var work = try begin(caller)
        let metadata = try delete(argument, &work)
        try finish(&work)
        return metadata
    }

    /// `files/delete_batch`.
    public mutating func delete(
        _ argument: DeleteBatchArgument, by caller: Caller
    ) throws(ServerError) -> BatchResult<DeleteBatchEntry> {
        var work = try begin(caller)
        var entries: [DeleteBatchEntry] = []
        for one in argument.entries {
            do throws(ServerError) {
                entries.append(DeleteBatchEntry(.success(try delete(one, &work))))
            } catch {
                guard let failure = error.failure as? DeleteError else { throw error }
                entries.append(DeleteBatchEntry(.failure(failure)))
            }
        }
        try finish(&work)
        return BatchResult(entries: entries)
    }

    private mutating func delete(
        _ argument: DeleteArgument, _ work: inout Work
    ) throws(ServerError) -> DropboxAPI.Metadata {
        let entry: Entry
        do throws(ServerError) {
            entry = try view(of: work.account).entry(of: argument.path)
        } catch {
            throw error.within(DeleteError.pathLookup)
        }
        if let parent = argument.parentRevision {
            guard let content = entry.content else {
                throw .refused(DeleteError.pathLookup(.notFile))
            }
            guard RevisionNumber(parent) == content.revision else {
                throw .refused(DeleteError.pathWrite(.conflict(.file)))
            }
        }
        let below =
            entry.isFolder
            ? try metadata.entries(
                below: entry.path.key, recursively: true, after: nil,
                limit: rules.deletedEntries + 1, of: work.account) : []
        guard work.touched + below.count <= rules.deletedEntries else {
            throw .refused(DeleteError.tooManyFiles)
        }
        try remove(entry, isCovered: false, &work)
        for inner in below { try remove(inner, isCovered: true, &work) }
        return entry.metadata(in: work.account)
    }

    /// Moves an entry into the trash.
    mutating func remove(
        _ entry: Entry, isCovered: Bool, _ work: inout Work
    ) throws(ServerError) {
        try bury(entry, isCovered: isCovered, &work)
        guard let content = entry.content else { return }
        try photoWasDeleted(entry, content, &work)
        try metadata.setCeased(work.now, of: content.revision, of: work.account)
        work.state.used -= content.size
    }

    /// `files/restore`: gives a path the content of a revision that it, or
    /// its file, once had.
    public mutating func restore(
        _ argument: RestoreArgument, by caller: Caller
    ) throws(ServerError) -> FileMetadata {
        var work = try begin(caller)
        guard let number = RevisionNumber(argument.revision),
            let old = try metadata.revision(number, of: work.account)
        else { throw .refused(RestoreError.invalidRevision) }
        do throws(ServerError) {
            let place = try destination(argument.path, work)
            let present = try metadata.entry(at: place.key, of: work.account)
            if present?.isFolder == true {
                throw ServerError.refused(WriteError.conflict(.folder))
            }
            guard try belongs(old, to: place, present, work) else {
                throw ServerError.refused(RestoreError.invalidRevision)
            }
            if let present, present.content?.hash == old.content.hash {
                return try file(present, work)
            }
            let growth = old.content.size - (present?.content?.size ?? 0)
            guard growth <= 0 || work.state.used + growth <= work.state.quota else {
                throw ServerError.refused(WriteError.insufficientSpace)
            }
            try makeFolders(above: place, &work)
            // The file itself comes back, unless it lives elsewhere.
            let isFree = try metadata.entry(old.node, of: work.account) == nil
            let entry = try write(
                CommittedBytes(hash: old.content.hash, size: old.content.size), at: place,
                replacing: present, node: isFree ? old.node : nil,
                clientModified: old.content.clientModified, &work)
            try finish(&work)
            return try file(entry, work)
        } catch {
            throw error.within(RestoreError.pathWrite)
        }
    }

    /// Whether a revision was once at a place, or is of the file there.
    private func belongs(
        _ revision: StoredRevision, to place: RemotePath, _ present: Entry?, _ work: Work
    ) throws(ServerError) -> Bool {
        if present?.node == revision.node { return true }
        return try metadata.wasPlaced(
            revision.content.revision, at: place.key, of: work.account)
    }
}
