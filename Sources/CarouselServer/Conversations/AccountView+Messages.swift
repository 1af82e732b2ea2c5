import DropboxAPI
import Photos

extension AccountView {
    /// `carousel/conversations/messages`: the first page.
    public func listMessages(
        _ argument: ListMessagesArgument
    ) throws(ServerError) -> ListMessagesResult {
        let state = try state()
        guard let horizon = try horizon(of: argument.conversation) else {
            throw .refused(ConversationListError.notFound)
        }
        return try page(
            ConversationCursor(
                account: account, epoch: state.epoch, secret: state.cursorSecret,
                limit: argument.limit, sequence: 0,
                messages: ConversationCursor.Messages(
                    conversation: argument.conversation, isFrozen: horizon != .max)),
            horizon)
    }

    /// `carousel/conversations/messages/continue`: those changed since.
    public func continueMessages(
        _ cursor: ListCursor
    ) throws(ServerError) -> ListMessagesResult {
        let state = try state()
        guard let cursor = ConversationCursor(cursor), let messages = cursor.messages,
            cursor.isValid(for: account, state)
        else { throw .refused(ConversationListError.reset) }
        guard let horizon = try horizon(of: messages.conversation) else {
            throw .refused(ConversationListError.notFound)
        }
        guard messages.isFrozen == (horizon != .max) else {
            throw .refused(ConversationListError.reset)
        }
        return try page(cursor, horizon)
    }

    /// What was posted until the removal, by its places, for who was removed;
    /// else what changed, by its changes.
    private func page(
        _ cursor: ConversationCursor, _ horizon: Int64
    ) throws(ServerError) -> ListMessagesResult {
        guard let messages = cursor.messages else {
            throw .refused(ConversationListError.reset)
        }
        let id = messages.conversation
        let found =
            messages.isFrozen
            ? try metadata.messages(
                of: id, after: cursor.sequence, upTo: horizon, limit: cursor.limit + 1)
            : try metadata.changedMessages(
                of: id, after: cursor.sequence, limit: cursor.limit + 1)
        var next = cursor
        var shown: [ConversationMessage] = []
        var items = 0
        for message in found.prefix(cursor.limit) {
            guard shown.isEmpty || items + message.photos <= ConversationLimits.pageItems else {
                break
            }
            items += message.photos
            shown.append(try self.shown(message, of: id, upTo: horizon))
            next.sequence = messages.isFrozen ? message.posted : message.sequence
        }
        return ListMessagesResult(
            messages: shown, cursor: next.listCursor, hasMore: shown.count < found.count)
    }

    /// A message as those see it whose view ends at `horizon`.
    func shown(
        _ message: StoredMessage, of id: ConversationID, upTo horizon: Int64
    ) throws(ServerError) -> ConversationMessage {
        var photos: [SharedPhoto] = []
        for photo in try metadata.sharedPhotos(of: id, posted: message.posted) {
            photos.append(try shown(photo).photo)
        }
        let likes = try metadata.likes(of: id, posted: message.posted)
        return ConversationMessage(
            id: message.id, sequence: min(message.sequence, horizon), posted: message.posted,
            author: message.messageAuthor, sent: message.sent, text: message.text,
            photos: photos,
            likes: likes.filter { $0.sequence <= horizon }.map { like in
                MessageLike(account: like.account.identifier, name: like.name, item: like.item)
            }, leftOut: message.leftOut)
    }

    /// A photo of a message, with what is known of it while its owner has it.
    func shown(
        _ photo: StoredSharedPhoto
    ) throws(ServerError) -> (photo: SharedPhoto, facts: PhotoFactsState?) {
        let kind = PhotoNames.kind(of: photo.name) ?? .photo
        var shown = SharedPhoto(
            item: photo.item, contentHash: photo.hash, name: photo.name, size: photo.size,
            kind: kind, isGone: true)
        let owner = AccountView(metadata, account: photo.owner, rules: rules)
        guard let node = try metadata.photos(with: photo.hash, of: photo.owner).first,
            let entry = try metadata.entry(node, of: photo.owner), let content = entry.content
        else { return (shown, nil) }
        shown.isGone = false
        let facts = try owner.facts(of: content, at: entry.path, node: node, kind: kind)
        switch facts {
        case .ready(let known), .failed(let known, _): shown.add(known)
        case .pending: break
        }
        return (shown, facts)
    }

    /// `carousel/conversations/download`: the photo, if it is the account's to
    /// see and its owner still has it.
    func sharedOriginal(
        _ argument: DownloadSharedArgument
    ) throws(ServerError) -> SharedOriginal {
        guard
            let message = try visibleMessage(argument.message, of: argument.conversation),
            let photo = try metadata.sharedPhotos(
                of: argument.conversation, posted: message.posted
            ).first(where: { $0.item == argument.item }),
            try metadata.hasPhoto(with: photo.hash, of: photo.owner)
        else { throw .refused(ConversationError.notFound) }
        return SharedOriginal(name: photo.name, size: photo.size, contentHash: photo.hash)
    }

    /// How far photos of some contents are that the account has or is shown.
    public func standings(
        of hashes: [ContentHash]
    ) throws(ServerError) -> [PhotoStanding] {
        var standings = try metadata.standings(of: hashes, account)
        for index in hashes.indices where standings[index] == .notFound {
            for owner in try metadata.owners(sharing: hashes[index], with: account) {
                standings[index] = try metadata.standings(of: [hashes[index]], owner)[0]
                if standings[index] != .notFound { break }
            }
        }
        return standings
    }
}
