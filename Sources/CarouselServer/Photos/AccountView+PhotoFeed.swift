import DropboxAPI

/// A page of the photo feed, spelt from its rows.
public struct PhotoPage: WireEncodable, Sendable {
    /// Entries as they are spelt, between commas.
    var entries: [UInt8] = []
    var count = 0
    var cursor: ListCursor
    var hasMore: Bool
    var mark: FeedMark

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("entries") { writer in
                writer.array { writer in
                    guard count > 0 else { return }
                    entries.withUnsafeBytes { writer.spelt($0) }
                }
            }
            writer.field("cursor", cursor)
            writer.field("has_more", hasMore)
            writer.field("epoch", Int64(mark.epoch))
            writer.field("sequence", mark.sequence)
        }
    }
}

extension AccountView {
    /// `carousel/photos/list`: the first page.
    public func listPhotos(_ argument: ListPhotosArgument) throws(ServerError) -> PhotoPage {
        let state = try state()
        let cursor = PhotoCursor(
            account: account, epoch: state.epoch, secret: state.cursorSecret,
            limit: argument.limit ?? rules.defaultPage,
            position: .listing(after: .start, base: state.photoSequence))
        return try page(cursor, state)
    }

    /// `carousel/photos/list/continue`: the next page, or changes.
    public func continuePhotos(_ cursor: ListCursor) throws(ServerError) -> PhotoPage {
        let state = try state()
        guard let cursor = PhotoCursor(cursor), cursor.account == account,
            isValid(cursor, for: state)
        else { throw .refused(ListPhotosError.reset) }
        return try page(cursor, state)
    }

    /// Whether a cursor is one that the account as it is can go on from.
    func isValid(_ cursor: PhotoCursor, for state: AccountState) -> Bool {
        cursor.epoch == state.epoch && cursor.secret == state.cursorSecret
            && cursor.sequence >= state.photoHorizon && cursor.sequence <= state.photoSequence
    }

    private func page(
        _ cursor: PhotoCursor, _ state: AccountState
    ) throws(ServerError) -> PhotoPage {
        var next = cursor
        switch cursor.position {
        case .listing(let last, let base):
            var page = PhotoPage(
                cursor: cursor.listCursor, hasMore: true,
                mark: FeedMark(epoch: state.epoch, sequence: base.rawValue))
            if let position = try fill(&page, cursor.limit, after: last, upTo: base, listing: true)
            {
                next.position = .listing(after: position, base: base)
            } else {
                next.position = .following(base)
                page.hasMore = state.photoSequence > base
            }
            page.cursor = next.listCursor
            return page
        case .following(let sequence):
            let head = state.photoSequence
            var page = PhotoPage(cursor: cursor.listCursor, hasMore: false, mark: state.mark)
            if let position = try fill(
                &page, cursor.limit, after: sequence, upTo: head, listing: false)
            {
                next.position = .following(position)
                page.hasMore = true
                page.mark.sequence = position.rawValue
            } else {
                next.position = .following(head)
            }
            page.cursor = next.listCursor
            return page
        }
    }

    /// Adds entries to a page.
    /// - Returns: the sequence up to which it came; nil when it saw all.
    private func fill(
        _ page: inout PhotoPage, _ limit: Int, after first: Sequence, upTo last: Sequence,
        listing: Bool
    ) throws(ServerError) -> Sequence? {
        var seen = 0
        var position: Sequence?
        var isFull = false
        let account = account
        page.entries.reserveCapacity(min(limit, 2000) * 640)
        try metadata.eachPhoto(after: first, upTo: last, of: account) { row in
            guard page.count < limit, seen < rules.feedRowsPerPage else {
                isFull = true
                return false
            }
            seen += 1
            position = row.sequence
            let isGone = row.shown.isEmpty
            guard !(listing && isGone) else { return true }
            if page.count > 0 { page.entries.append(UInt8(ascii: ",")) }
            page.count += 1
            if isGone {
                page.entries += PhotoChange.deleted(row.node.fileID(in: account)).jsonBytes()
            } else {
                page.entries.append(contentsOf: row.shown)
            }
            return true
        }
        return isFull ? position : nil
    }
}
