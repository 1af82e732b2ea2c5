public import Photos
import Store
import Sync

extension PhotoLibrary {
    /// The conversations as the user sees them, the one with the newest
    /// message first.
    ///
    /// - Complexity: O(conversations + acts that are not sent).
    public func conversations() throws(LibraryError) -> [ConversationSummary] {
        try reading { transaction throws(StoreError) in
            let acts = try transaction.conversationActs()
            let replay = try transaction.replay(acts)
            var byID: [ConversationID: [ConversationAct]] = [:]
            var ids: [ConversationID] = []
            let cached = try transaction.cachedConversations()
            let known = Dictionary(uniqueKeysWithValues: cached.map { ($0.id, $0) })
            for act in acts {
                if known[act.conversation] == nil, byID[act.conversation] == nil {
                    ids.append(act.conversation)
                }
                byID[act.conversation, default: []].append(act)
            }
            let summaries = (ids + cached.map(\.id)).compactMap {
                replay.summary(of: $0, known[$0], byID[$0] ?? [])
            }
            return summaries.sorted {
                ($0.newest, $1.id.description) > ($1.newest, $0.id.description)
            }
        }
    }

    /// A conversation with all its messages; nil when there is none of that
    /// id, or the user has left it.
    ///
    /// - Complexity: O(items of the conversation).
    public func conversation(
        _ id: ConversationID
    ) throws(LibraryError) -> ConversationView? {
        try reading { transaction throws(StoreError) in try transaction.view(of: id) }
    }
}

extension ReadTransaction {
    func view(of id: ConversationID) throws(StoreError) -> ConversationView? {
        let acts = try conversationActs().filter { $0.conversation == id }
        let messages = try cachedMessages(of: id)
        var replay = try replay(acts)
        for item in messages.flatMap(\.items) where replay.owners[item.content] == nil {
            replay.owners[item.content] = try owner(of: item.content)
        }
        return replay.view(of: id, try cachedConversation(id), messages, acts)
    }

    func replay(_ acts: [ConversationAct]) throws(StoreError) -> ConversationReplay {
        let luids = acts.flatMap { act -> [LUID] in
            if case .post(_, let photos) = act.work { photos } else { [] }
        }
        return ConversationReplay(
            me: try serverAccount()?.account, photos: try ownPhotos(luids))
    }
}

extension ConversationSummary {
    fileprivate var newest: Int64 { last?.sentMilliseconds ?? 0 }
}
