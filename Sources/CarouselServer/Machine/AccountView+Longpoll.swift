import DropboxAPI

/// What a long poll finds when it looks.
public enum FeedNews: Hashable, Sendable {
    /// `continue` is worth a call.
    case changes
    /// Nothing up to there.
    case none(upTo: Sequence)
    /// The cursor is of no use.
    case reset
}

extension ListCursor {
    /// Whether every change of the account is one for this cursor.
    var followsWholeAccount: Bool {
        if followsPhotos { return true }
        guard let cursor = FeedCursor(self) else { return false }
        return cursor.recursive && cursor.folder.isEmpty
    }

    /// Whether this is a cursor of the photo feed.
    var followsPhotos: Bool { PhotoCursor(self) != nil }
}

extension AccountView {
    /// Whose feed a cursor follows; nil for a text that is no cursor. The
    /// account's secret is checked by `news`.
    public static func account(of cursor: ListCursor) -> AccountNumber? {
        FeedCursor(cursor)?.account ?? PhotoCursor(cursor)?.account
    }

    /// Whether there is something for a cursor.
    /// - Parameter sequence: look only behind it; nil to look behind all that
    ///   the cursor knows.
    public func news(
        for cursor: ListCursor, after sequence: Sequence?
    ) throws(ServerError) -> FeedNews {
        if let cursor = PhotoCursor(cursor) { return try news(for: cursor, after: sequence) }
        guard let cursor = FeedCursor(cursor), cursor.account == account,
            let state = try metadata.state(of: account), isValid(cursor, for: state)
        else { return .reset }
        guard case .following(let known) = cursor.position else { return .changes }
        var position = max(known, sequence ?? known)
        guard position < state.sequence else { return .none(upTo: state.sequence) }
        if cursor.recursive, cursor.folder.isEmpty { return .changes }
        guard try isFolderThere(cursor) else { return .changes }
        var seen = 0
        while position < state.sequence {
            let changes = try metadata.changes(after: position, limit: 500, of: account)
            if changes.contains(where: { isListed($0, by: cursor) }) { return .changes }
            seen += changes.count
            // A long way: let the client walk it page by page.
            if seen >= rules.feedRowsPerPage { return .changes }
            position = changes.count < 500 ? state.sequence : changes.last?.sequence ?? position
        }
        return .none(upTo: state.sequence)
    }

    private func news(
        for cursor: PhotoCursor, after sequence: Sequence?
    ) throws(ServerError) -> FeedNews {
        guard cursor.account == account, let state = try metadata.state(of: account),
            isValid(cursor, for: state)
        else { return .reset }
        guard case .following(let known) = cursor.position else { return .changes }
        return max(known, sequence ?? known) < state.photoSequence
            ? .changes : .none(upTo: state.photoSequence)
    }
}
