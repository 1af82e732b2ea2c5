import DropboxAPI

/// A page of the photo feed, spelt from its rows into the bytes that are sent:
/// a page of ten thousand entries has some seven megabytes, and is in memory
/// once.
public struct PhotoPage: Sendable {
    /// Bytes that most entries stay below. Memory that is not written to costs
    /// nothing, and a page that has to grow is in memory twice.
    private static let entrySize = 768

    private var bytes: [UInt8] = []
    private(set) var count = 0
    public internal(set) var cursor: ListCursor
    var hasMore: Bool
    var mark: FeedMark

    init(cursor: ListCursor, hasMore: Bool, mark: FeedMark) {
        self.cursor = cursor
        self.hasMore = hasMore
        self.mark = mark
    }

    /// Makes room for so many entries.
    mutating func reserve(_ entries: Int) {
        bytes.reserveCapacity(entries * Self.entrySize + 512)
        bytes.append(contentsOf: #"{"entries":["#.utf8)
    }

    /// Adds an entry that is spelt.
    mutating func add(_ entry: UnsafeRawBufferPointer) {
        if count > 0 { bytes.append(UInt8(ascii: ",")) }
        bytes.append(contentsOf: entry)
        count += 1
    }

    /// The page as the wire has it.
    public var spelt: [UInt8] {
        consuming get {
            var writer = JSONWriter()
            writer.object { writer in
                writer.field("cursor", cursor)
                writer.field("has_more", hasMore)
                writer.field("epoch", Int64(mark.epoch))
                writer.field("sequence", mark.sequence)
            }
            bytes.append(contentsOf: "],".utf8)
            bytes.append(contentsOf: writer.bytes.dropFirst())
            return bytes
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
        page.reserve(min(limit, Int(last.rawValue - first.rawValue)))
        try metadata.eachPhoto(after: first, upTo: last, of: account) { row in
            guard page.count < limit, seen < rules.feedRowsPerPage else {
                isFull = true
                return false
            }
            seen += 1
            position = row.sequence
            let isGone = row.shown.isEmpty
            guard !(listing && isGone) else { return true }
            if isGone {
                PhotoChange.deleted(row.node.fileID(in: account)).jsonBytes()
                    .withUnsafeBytes { page.add($0) }
            } else {
                page.add(row.shown)
            }
            return true
        }
        return isFull ? position : nil
    }
}
