import DropboxAPI

extension AccountView {
    /// `files/list_revisions`.
    public func revisions(
        for argument: ListRevisionsArgument
    ) throws(ServerError) -> ListRevisionsResult {
        var before: RevisionNumber?
        if let revision = argument.before {
            guard let number = RevisionNumber(revision) else {
                throw .refused(ListRevisionsError.invalidBeforeRevision)
            }
            before = number
        }
        var result: ListRevisionsResult
        do throws(ServerError) {
            switch argument.mode {
            case .path:
                result = try revisions(
                    at: try pathOfFile(argument.path), before: before, limit: argument.limit)
            case .id:
                result = try revisions(
                    of: try node(of: argument.path), before: before, limit: argument.limit)
            case .other: throw ServerError.badRequest("mode: unknown tag 'other'")
            }
        } catch {
            throw error.within(ListRevisionsError.path)
        }
        guard argument.includeRestorableInfo else { return result }
        // What is listed is kept, and was at the path that is shown.
        for index in result.entries.indices { result.entries[index].isRestorable = true }
        return result
    }

    private func revisions(
        at path: RemotePath, before: RevisionNumber?, limit: Int
    ) throws(ServerError) -> ListRevisionsResult {
        let current = try entry(at: path)
        guard current?.isFolder != true else { throw .refused(LookupError.notFile) }
        let placements = try metadata.placements(
            at: path.key, before: before, limit: limit + 1, of: account)
        guard !placements.isEmpty || current != nil || before != nil else {
            throw .refused(LookupError.notFound)
        }
        var entries: [FileMetadata] = []
        var shown: Set<RevisionNumber> = []
        // A file that was moved away and back was placed here twice.
        for placement in placements.prefix(limit)
        where shown.insert(placement.revision).inserted {
            guard let stored = try metadata.revision(placement.revision, of: account) else {
                throw .damaged("revision \(placement.revision.rawValue) has no row")
            }
            entries.append(
                stored.content.metadata(path: placement.path, node: stored.node, in: account))
        }
        let buried =
            current == nil ? try metadata.gravestone(at: path.key, of: account) : nil
        return ListRevisionsResult(
            isDeleted: current == nil, serverDeleted: buried?.deleted, entries: entries,
            hasMore: placements.count > limit)
    }

    private func revisions(
        of node: NodeNumber, before: RevisionNumber?, limit: Int
    ) throws(ServerError) -> ListRevisionsResult {
        let stored = try metadata.revisions(
            of: node, before: before, limit: limit + 1, of: account)
        let current = try metadata.entry(node, of: account)
        guard current?.isFolder != true else { throw .refused(LookupError.notFile) }
        guard !stored.isEmpty || before != nil else { throw .refused(LookupError.notFound) }
        var entries: [FileMetadata] = []
        for revision in stored.prefix(limit) { entries.append(try metadata(of: revision)) }
        return ListRevisionsResult(
            isDeleted: current == nil, serverDeleted: current == nil ? stored.first?.ceased : nil,
            entries: entries, hasMore: stored.count > limit)
    }

    /// The path whose revisions are asked for: of a revision the one its file
    /// has or had last.
    private func pathOfFile(_ argument: PathArgument) throws(ServerError) -> RemotePath {
        switch try locate(argument) {
        case .path(let path):
            guard !path.isRoot else { throw .refused(LookupError.notFile) }
            return path
        case .revision(let revision):
            guard let path = try metadata(of: revision).pathDisplay.flatMap({ RemotePath($0) })
            else { throw .refused(LookupError.notFound) }
            return path
        }
    }

    /// The file whose revisions are asked for, also when it was deleted.
    private func node(of argument: PathArgument) throws(ServerError) -> NodeNumber {
        if case .id(let id, let below) = argument.reference, below.isRoot {
            guard let node = NodeNumber(id, in: account) else {
                throw .refused(LookupError.notFound)
            }
            return node
        }
        switch try locate(argument) {
        case .revision(let revision): return revision.node
        case .path(let path):
            if let entry = try entry(at: path) { return entry.node }
            let last = try metadata.placements(at: path.key, before: nil, limit: 1, of: account)
            guard let revision = last.first?.revision,
                let stored = try metadata.revision(revision, of: account)
            else { throw .refused(LookupError.notFound) }
            return stored.node
        }
    }
}
