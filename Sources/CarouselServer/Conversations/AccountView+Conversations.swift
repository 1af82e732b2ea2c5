import DropboxAPI
import Photos

extension AccountView {
    /// How far a conversation is the account's to see; nil when nothing of it
    /// is, or it is not there: nobody can tell which.
    func horizon(of id: ConversationID) throws(ServerError) -> Int64? {
        try metadata.member(account, of: id)?.horizon
    }

    /// A message, if it is the account's to see.
    func visibleMessage(
        _ message: MessageID, of id: ConversationID
    ) throws(ServerError) -> StoredMessage? {
        guard let horizon = try horizon(of: id),
            let found = try metadata.message(message, of: id), found.posted <= horizon
        else { return nil }
        return found
    }

    /// `carousel/conversations/list`: the first page.
    public func listConversations(
        _ argument: ListConversationsArgument, base: String
    ) throws(ServerError) -> ListConversationsResult {
        let state = try state()
        return try page(
            ConversationCursor(
                account: account, epoch: state.epoch, secret: state.cursorSecret,
                limit: argument.limit ?? 200, sequence: 0, isListing: true),
            state, base)
    }

    /// `carousel/conversations/list/continue`: those changed since.
    public func continueConversations(
        _ cursor: ListCursor, base: String
    ) throws(ServerError) -> ListConversationsResult {
        let state = try state()
        guard let cursor = ConversationCursor(cursor), cursor.messages == nil,
            cursor.isValid(for: account, state),
            cursor.sequence <= state.photoSequence.rawValue
        else { throw .refused(ConversationListError.reset) }
        return try page(cursor, state, base)
    }

    private func page(
        _ cursor: ConversationCursor, _ state: AccountState, _ base: String
    ) throws(ServerError) -> ListConversationsResult {
        let found = try metadata.memberships(
            of: account, after: Sequence(cursor.sequence), upTo: state.photoSequence,
            limit: cursor.limit + 1)
        var next = cursor
        let hasMore = found.count > cursor.limit
        let shown = found.prefix(cursor.limit)
        next.sequence =
            hasMore
            ? shown.last?.1.change.rawValue ?? cursor.sequence : state.photoSequence.rawValue
        next.isListing = cursor.isListing && hasMore
        var entries: [ConversationEntry] = []
        for (id, member) in shown where !(cursor.isListing && member.state == .left) {
            entries.append(try entry(id, member, base))
        }
        return ListConversationsResult(
            conversations: entries, cursor: next.listCursor, hasMore: hasMore,
            mark: FeedMark(epoch: state.epoch, sequence: next.sequence))
    }

    /// A conversation as the account may see it.
    private func entry(
        _ id: ConversationID, _ member: StoredMember, _ base: String
    ) throws(ServerError) -> ConversationEntry {
        var entry = ConversationEntry(id: id, state: member.state)
        guard let horizon = member.horizon else { return entry }
        guard let conversation = try metadata.conversation(id) else {
            throw .damaged("conversation \(id) is not there")
        }
        entry.title = conversation.title
        entry.madeBy = conversation.maker.identifier
        for other in try metadata.members(of: id) where other.joined <= horizon {
            let isLater = other.state != .member && other.until > horizon
            entry.members.append(
                ConversationMember(
                    account: other.account.identifier, name: other.name,
                    state: isLater ? .member : other.state))
        }
        for guest in try metadata.guests(of: id) where guest.joined <= horizon {
            let mayTell =
                member.state == .member
                && [guest.addedBy, conversation.maker].contains(account)
            entry.guests.append(guest.guest(at: mayTell ? base : nil))
        }
        entry.sequence = min(conversation.sequence, horizon)
        entry.seen = member.seen
        (entry.unread, entry.photos) = try metadata.tally(
            of: id, unseenBy: account, after: member.seen, upTo: horizon)
        entry.last = try metadata.lastMessages(of: id, upTo: horizon, limit: 1).first.map { last in
            LastMessage(
                message: last.id, author: last.messageAuthor, sent: last.sent,
                text: last.text.map { String($0.prefix(200)) }, photos: last.photos)
        }
        return entry
    }
}
