import DropboxAPI

extension AccountView {
    /// `files/list_folder`: the first page.
    public func list(
        _ argument: ListFolderArgument
    ) throws(ServerError) -> ListFolderResult {
        let cursor = try cursor(for: argument, isLatest: false)
        return try page(cursor)
    }

    /// `files/list_folder/get_latest_cursor`: the end of the feed as it is.
    public func latestCursor(
        _ argument: ListFolderArgument
    ) throws(ServerError) -> CursorMessage {
        CursorMessage(cursor: try cursor(for: argument, isLatest: true).listCursor)
    }

    /// `files/list_folder/continue`: the next page, or changes.
    public func continueList(
        _ cursor: ListCursor
    ) throws(ServerError) -> ListFolderResult {
        guard let cursor = FeedCursor(cursor), cursor.account == account else {
            throw .refused(ListFolderContinueError.reset)
        }
        let state = try state()
        guard isValid(cursor, for: state) else { throw .refused(ListFolderContinueError.reset) }
        guard try isFolderThere(cursor) else {
            throw .refused(ListFolderContinueError.path(.notFound))
        }
        return try page(cursor)
    }

    /// Whether a cursor is one that the account as it is can go on from.
    func isValid(_ cursor: FeedCursor, for state: AccountState) -> Bool {
        cursor.epoch == state.epoch && cursor.secret == state.cursorSecret
            && cursor.sequence >= state.horizon && cursor.sequence <= state.sequence
    }

    /// Whether the folder that a cursor lists still stands.
    func isFolderThere(_ cursor: FeedCursor) throws(ServerError) -> Bool {
        guard !cursor.folder.isEmpty else { return true }
        return try metadata.entry(at: cursor.folder, of: account)?.isFolder == true
    }

    private func cursor(
        for argument: ListFolderArgument, isLatest: Bool
    ) throws(ServerError) -> FeedCursor {
        let folder: RemotePath
        do throws(ServerError) {
            folder = try listedFolder(argument.path)
        } catch {
            throw error.within(ListFolderError.path)
        }
        let state = try state()
        return FeedCursor(
            account: account, epoch: state.epoch, secret: state.cursorSecret,
            folder: folder.key, recursive: argument.recursive,
            includeDeleted: argument.includeDeleted,
            includeRestorableInfo: argument.includeRestorableInfo,
            includeMediaInfo: argument.includeMediaInfo,
            limit: argument.limit ?? rules.defaultPage,
            position: isLatest
                ? .following(state.sequence) : .listing(after: nil, base: state.sequence))
    }

    private func listedFolder(_ argument: PathArgument) throws(ServerError) -> RemotePath {
        let path = try path(of: argument)
        guard !path.isRoot else { return path }
        guard let entry = try entry(at: path) else { throw .refused(LookupError.notFound) }
        guard entry.isFolder else { throw .refused(LookupError.notFolder) }
        return entry.path
    }

    private func page(_ cursor: FeedCursor) throws(ServerError) -> ListFolderResult {
        switch cursor.position {
        case .listing(let last, let base):
            return try listingPage(cursor, after: last, base: base)
        case .following(let sequence):
            return try changesPage(cursor, after: sequence)
        }
    }

    private func listingPage(
        _ cursor: FeedCursor, after last: String?, base: Sequence
    ) throws(ServerError) -> ListFolderResult {
        var rows = try listedRows(cursor, after: last)
        let isComplete = rows.count <= cursor.limit
        if !isComplete { rows.removeLast(rows.count - cursor.limit) }
        var entries = try rows.map { row throws(ServerError) in try metadata(of: row, in: cursor) }
        if last == nil, cursor.recursive, !cursor.folder.isEmpty,
            let folder = try metadata.entry(at: cursor.folder, of: account)
        {
            entries.insert(folder.metadata(in: account), at: 0)
        }
        var next = cursor
        var hasMore = true
        if isComplete {
            next.position = .following(base)
            hasMore = try state().sequence > base
        } else {
            next.position = .listing(after: rows.last?.path.key, base: base)
        }
        return ListFolderResult(
            entries: entries, cursor: next.listCursor, hasMore: hasMore)
    }

    /// What a page shows and one more, to tell whether there are others.
    private func listedRows(
        _ cursor: FeedCursor, after last: String?
    ) throws(ServerError) -> [Change] {
        let entries = try metadata.entries(
            below: cursor.folder, recursively: cursor.recursive, after: last,
            limit: cursor.limit + 1, of: account)
        guard cursor.includeDeleted else { return entries.map { .present($0) } }
        let gravestones = try metadata.gravestones(
            below: cursor.folder, recursively: cursor.recursive, after: last,
            limit: cursor.limit + 1, of: account)
        return Self.merged(entries, gravestones, limit: cursor.limit + 1)
    }

    /// Both kinds in the order of their keys.
    private static func merged(
        _ entries: [Entry], _ gravestones: [Gravestone], limit: Int
    ) -> [Change] {
        var rows: [Change] = []
        var entries = entries[...]
        var gravestones = gravestones[...]
        while rows.count < limit {
            if let entry = entries.first,
                gravestones.first.map({ PathKeys.precedes(entry.path.key, $0.path.key) }) ?? true
            {
                rows.append(.present(entry))
                entries = entries.dropFirst()
            } else if let gravestone = gravestones.popFirst() {
                rows.append(.deleted(gravestone))
            } else {
                break
            }
        }
        return rows
    }

    private func changesPage(
        _ cursor: FeedCursor, after sequence: Sequence
    ) throws(ServerError) -> ListFolderResult {
        let head = try state().sequence
        var entries: [DropboxAPI.Metadata] = []
        var position = sequence
        var seen = 0
        while position < head, entries.count < cursor.limit, seen < rules.feedRowsPerPage {
            let room = cursor.limit - entries.count
            let changes = try metadata.changes(after: position, limit: room, of: account)
            for change in changes where isListed(change, by: cursor) {
                entries.append(try metadata(of: change, in: cursor))
            }
            seen += changes.count
            // No more rows: the rest of the numbers went to rows that were
            // changed again, or that the feed does not show.
            position = changes.count < room ? head : changes.last?.sequence ?? head
        }
        var next = cursor
        next.position = .following(position)
        return ListFolderResult(
            entries: entries, cursor: next.listCursor, hasMore: position < head)
    }

    /// Whether a change is of what the cursor lists.
    func isListed(_ change: Change, by cursor: FeedCursor) -> Bool {
        let key = change.path.key
        if cursor.recursive {
            return cursor.folder.isEmpty || key == cursor.folder
                || PathKeys.isBelow(key, folder: cursor.folder)
        }
        return PathKeys.folder(of: key) == cursor.folder
    }

    private func metadata(
        of change: Change, in cursor: FeedCursor
    ) throws(ServerError) -> DropboxAPI.Metadata {
        switch change {
        case .present(let entry):
            let entry = entry.metadata(in: account)
            return cursor.includeMediaInfo ? try withMediaInfo(entry) : entry
        case .deleted(let gravestone):
            guard cursor.includeRestorableInfo else { return gravestone.metadata() }
            // The feed remembers longer than contents are kept.
            let content = try gravestone.revision.flatMap { revision throws(ServerError) in
                try self.metadata.revision(revision, of: account)
            }
            return gravestone.metadata(isRestorable: content != nil)
        }
    }
}
