public import Photos

/// What a conversation looks like to the user: what the server told of it, and
/// on top of that what the user did since, in order. A pure function of its
/// parts, so that it is the same before and after a restart.
public struct ConversationReplay: Sendable {
    /// This account's id at the server; nil before the library is linked.
    public var me: String?
    /// The photos of the own library that acts name, by LUID.
    public var photos: [LUID: OwnPhoto]
    /// The photos of the own library that hold shared contents.
    public var owners: [ContentHash: LUID]

    public init(
        me: String?, photos: [LUID: OwnPhoto] = [:], owners: [ContentHash: LUID] = [:]
    ) {
        self.me = me
        self.photos = photos
        self.owners = owners
    }

    /// The conversation in the list; nil when it is to be shown no more, or
    /// nothing is known of it.
    ///
    /// - Parameter acts: those of this conversation, by number. Those that
    ///   the cached state has already are to be left out.
    public func summary(
        of conversation: ConversationID, _ cached: CachedConversation?,
        _ acts: [ConversationAct]
    ) -> ConversationSummary? {
        guard cached != nil || acts.contains(where: \.isCreate) else { return nil }
        var summary = ConversationSummary(cached ?? CachedConversation(id: conversation))
        for act in acts {
            if case .failed(let reason) = act.state {
                if act.isCreate, cached == nil {
                    name(act, in: &summary)
                    summary.failure = reason
                }
                continue
            }
            if act.state == .waiting { summary.isPending = true }
            apply(act, to: &summary)
        }
        return summary.standing == .left ? nil : summary
    }

    /// The conversation with its messages.
    ///
    /// - Parameter messages: by the server's order of posting.
    /// - Complexity: O(items + acts).
    public func view(
        of conversation: ConversationID, _ cached: CachedConversation?,
        _ messages: [CachedMessage], _ acts: [ConversationAct]
    ) -> ConversationView? {
        guard let summary = summary(of: conversation, cached, acts) else { return nil }
        var shown = messages.map(message)
        var places: [MessageID: Int] = [:]
        for (index, message) in shown.enumerated() { places[message.id] = index }
        for act in acts {
            switch act.work {
            case .post(let text, let luids):
                let id = MessageID(act.id)
                // The feed was quicker than the end of the act.
                guard places[id] == nil else { continue }
                places[id] = shown.count
                shown.append(pending(act, text, luids))
            case .like(let id, let place, let isLiked):
                guard let index = places[id], !act.isFailed, let me else { continue }
                shown[index].likes.removeAll { $0.account == me && $0.place == place }
                if isLiked {
                    shown[index].likes.append(Liking(account: me, name: "", place: place))
                }
            default: break
            }
        }
        return ConversationView(summary: summary, messages: shown)
    }

    private func apply(_ act: ConversationAct, to summary: inout ConversationSummary) {
        switch act.work {
        case .create, .addMembers: name(act, in: &summary)
        case .post(let text, let luids):
            let kept = kept(luids, act)
            summary.photos += kept.count
            summary.last = CachedConversation.LastLine(
                author: "", sentMilliseconds: act.madeMilliseconds, text: text,
                photos: kept.count)
        case .leave: summary.standing = .left
        case .removeMember(let account):
            summary.participants.removeAll { $0.account == account }
        case .removeGuest(let guest): summary.participants.removeAll { $0.guest == guest }
        case .like, .save: break
        }
    }

    /// Puts in whom an act names, each once.
    private func name(_ act: ConversationAct, in summary: inout ConversationSummary) {
        let (members, guests): ([String], [String])
        switch act.work {
        case .create(let named, let others, let title):
            (members, guests) = (named, others)
            summary.title = summary.title ?? title
        case .addMembers(let named, let others): (members, guests) = (named, others)
        default: return
        }
        for member in members
        where !summary.participants.contains(where: { $0.name == member && $0.guest == nil }) {
            summary.participants.append(Participant(name: member, standing: .invited))
        }
        for guest in guests
        where !summary.participants.contains(where: {
            $0.name == guest && $0.standing == .guest
        }) {
            summary.participants.append(Participant(name: guest, standing: .guest))
        }
    }

    private func message(_ cached: CachedMessage) -> ConversationView.Message {
        ConversationView.Message(
            id: cached.id, author: cached.author,
            isOwn: me != nil && cached.author.account == me,
            sentMilliseconds: cached.sentMilliseconds, text: cached.text,
            items: cached.items.map {
                ConversationView.Item($0, luid: owners[$0.content])
            }, likes: cached.likes, leftOut: cached.leftOut, delivery: .sent)
    }

    /// The photos that a share still has.
    private func kept(_ luids: [LUID], _ act: ConversationAct) -> [OwnPhoto] {
        let leftOut = Set(act.share?.leftOut ?? [])
        return luids.compactMap { photos[$0] }.filter {
            !$0.isDeleted && !leftOut.contains($0.luid)
        }
    }

    private func pending(
        _ act: ConversationAct, _ text: String?, _ luids: [LUID]
    ) -> ConversationView.Message {
        let kept = kept(luids, act)
        let delivery: ConversationView.Delivery
        switch act.state {
        case .failed(let reason): delivery = .failed(reason: reason)
        case .waiting, .answered:
            delivery = .pending(uploaded: kept.count(where: \.isOnServer), of: kept.count)
        }
        return ConversationView.Message(
            id: MessageID(act.id),
            author: Participant(account: me, name: "", standing: .member), isOwn: true,
            sentMilliseconds: act.madeMilliseconds, text: text,
            items: kept.enumerated().map { ConversationView.Item($1, place: $0) }, likes: [],
            leftOut: luids.count - kept.count, delivery: delivery)
    }
}

extension ConversationAct {
    fileprivate var isCreate: Bool {
        if case .create = work { true } else { false }
    }

    fileprivate var isFailed: Bool {
        if case .failed = state { true } else { false }
    }
}
