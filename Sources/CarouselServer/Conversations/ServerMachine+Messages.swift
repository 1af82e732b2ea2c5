import DropboxAPI
import Photos

/// What members do in a conversation.
extension ServerMachine {
    /// `carousel/conversations/post`: of photos that are there with those
    /// contents. A message with all its photos is one change.
    /// - Returns: a refusal that is to be committed, as that of a link.
    public mutating func post(
        _ argument: PostMessageArgument, by caller: Caller
    ) throws(ServerError) -> Result<PostMessageResult, PostMessageError> {
        let id = argument.conversation
        let message = MessageID(argument.operation)
        guard try !isCalledOff(argument.operation, of: caller.account) else {
            return .failure(.nothingLeft)
        }
        guard let conversation = try metadata.conversation(id),
            let member = try metadata.member(caller.account, of: id), member.state == .member
        else { throw .refused(PostMessageError.notFound) }
        if let present = try metadata.message(message, of: id) {
            // A repeat after the first answer was forgotten.
            guard present.author == caller.account else { throw .refused(PostMessageError.taken) }
            return .success(
                PostMessageResult(
                    message: message, leftOut: [], mark: try view(of: caller.account).mark()))
        }
        let text = ShownText.lines(argument.text)
        guard text != nil || !argument.photos.isEmpty else {
            throw .refused(PostMessageError.empty)
        }
        var work = try begin(caller)
        let (photos, leftOut) = try shared(argument.photos, work)
        guard text != nil || !photos.isEmpty else {
            try callOff(argument.operation, work)
            return .failure(.nothingLeft)
        }
        let posted = conversation.sequence + 1
        try metadata.put(
            StoredMessage(
                id: message, posted: posted, sequence: posted, author: caller.account,
                authorName: member.name, sent: caller.now, text: text, photos: photos.count,
                leftOut: leftOut.count), of: id)
        for photo in photos { try metadata.put(photo, of: id, posted: posted) }
        try change(id, messages: [posted], &work)
        try finish(&work)
        return .success(PostMessageResult(message: message, leftOut: leftOut, mark: work.mark))
    }

    /// Photos of a message that are the caller's own, by their places, and
    /// those that are not there.
    private func shared(
        _ photos: [LinkedPhoto], _ work: Work
    ) throws(ServerError) -> ([StoredSharedPhoto], [DropboxAPI.FileID]) {
        var shared: [StoredSharedPhoto] = []
        var seen: Set<ContentHash> = []
        var leftOut: [DropboxAPI.FileID] = []
        for (index, photo) in photos.enumerated() {
            guard let named = NodeNumber(photo.id, in: work.account),
                let first = try metadata.photos(with: photo.contentHash, of: work.account).first
            else {
                leftOut.append(photo.id)
                continue
            }
            guard seen.insert(photo.contentHash).inserted else { continue }
            let hasIt = try metadata.photo(named, of: work.account) == photo.contentHash
            guard let entry = try metadata.entry(hasIt ? named : first, of: work.account),
                let content = entry.content
            else { throw .damaged("photo \(first.rawValue) is no file") }
            shared.append(
                StoredSharedPhoto(
                    item: index, hash: photo.contentHash, owner: work.account,
                    name: ShownText.name(entry.path.name) ?? "?", size: content.size))
        }
        return (shared, leftOut)
    }

    /// `carousel/conversations/like`.
    public mutating func like(
        _ argument: LikeArgument, by caller: Caller
    ) throws(ServerError) -> MarkResult {
        let id = argument.conversation
        guard let conversation = try metadata.conversation(id),
            let member = try metadata.member(caller.account, of: id), member.state == .member,
            let message = try metadata.message(argument.message, of: id)
        else { throw .refused(ConversationError.notFound) }
        if let item = argument.item {
            let photos = try metadata.sharedPhotos(of: id, posted: message.posted)
            guard photos.contains(where: { $0.item == item }) else {
                throw .refused(ConversationError.notFound)
            }
        }
        var work = try begin(caller)
        let likes = try metadata.likes(of: id, posted: message.posted)
        let isLiked = likes.contains { $0.account == caller.account && $0.item == argument.item }
        if isLiked != argument.isLiked {
            if argument.isLiked {
                try metadata.put(
                    StoredLike(
                        account: caller.account, name: member.name, item: argument.item,
                        sequence: conversation.sequence + 1), of: id, posted: message.posted)
            } else {
                try metadata.removeLike(
                    by: caller.account, item: argument.item, of: id, posted: message.posted)
            }
            try change(id, messages: [message.posted], &work)
        }
        try finish(&work)
        return MarkResult(mark: work.mark)
    }

    /// `carousel/conversations/save`: puts shared photos among the caller's
    /// own. The bytes are there already.
    public mutating func save(
        _ argument: SaveSharedArgument, by caller: Caller
    ) throws(ServerError) -> SaveSharedResult {
        let view = view(of: caller.account)
        guard
            let message = try view.visibleMessage(argument.message, of: argument.conversation)
        else { throw .refused(ConversationError.notFound) }
        let photos = try metadata.sharedPhotos(of: argument.conversation, posted: message.posted)
        var work = try begin(caller)
        var results: [SavedItem] = []
        for item in argument.items {
            let photo = photos.first { $0.item == item }
            let outcome = try photo.map { photo throws(ServerError) in try save(photo, &work) }
            results.append(SavedItem(item: item, outcome: outcome ?? .gone))
        }
        try finish(&work)
        return SaveSharedResult(results: results, mark: work.mark)
    }

    private mutating func save(
        _ photo: StoredSharedPhoto, _ work: inout Work
    ) throws(ServerError) -> SaveOutcome {
        if let own = try metadata.photos(with: photo.hash, of: work.account).first {
            return .there(own.fileID(in: work.account))
        }
        guard let node = try metadata.photos(with: photo.hash, of: photo.owner).first,
            let content = try metadata.entry(node, of: photo.owner)?.content
        else { return .gone }
        guard work.state.used + content.size <= work.state.quota else { return .noSpace }
        guard var place = RemotePath("/Saved photos/" + photo.name) else {
            throw .damaged("'\(photo.name)' is no name")
        }
        do throws(ServerError) {
            place = try checked(place, work)
        } catch {
            // A file has the folder's name.
            guard error.failure != nil, let root = RemotePath("/" + photo.name) else {
                throw error
            }
            place = root
        }
        if try metadata.entry(at: place.key, of: work.account) != nil {
            place = try freePlace(beside: place, .number, work)
        }
        try makeFolders(above: place, &work)
        let entry = try write(
            CommittedBytes(hash: photo.hash, size: content.size), at: place, replacing: nil,
            clientModified: content.clientModified, &work)
        return .saved(entry.node.fileID(in: work.account), pathDisplay: entry.path.display)
    }
}
