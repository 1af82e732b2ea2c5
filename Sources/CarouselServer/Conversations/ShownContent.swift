import Photos

/// A content of which others may have to be told something.
struct ShownContent: Hashable {
    var hash: ContentHash
    /// Whether it was read just now.
    var isRead = false
}

extension ServerMachine {
    /// Has messages say what became of their photos: each message changes
    /// once, and each conversation once for each of its members, however many
    /// photos came or went.
    mutating func settleShares(_ work: inout Work) throws(ServerError) {
        let shown = work.shown
        work.shown = []
        var seen: Set<ShownContent> = []
        var touched: Set<TouchedMessage> = []
        for content in shown where seen.insert(content).inserted {
            let sharings = try metadata.sharings(of: content.hash, by: work.account)
            guard !sharings.isEmpty else { continue }
            let isGone = try !metadata.hasPhoto(with: content.hash, of: work.account)
            for sharing in sharings where content.isRead || sharing.photo.isGone != isGone {
                var photo = sharing.photo
                photo.isGone = isGone
                try metadata.put(photo, of: sharing.conversation, posted: sharing.posted)
                touched.insert(
                    TouchedMessage(
                        conversation: sharing.conversation.description, posted: sharing.posted,
                        id: sharing.conversation))
            }
        }
        // In an order of their own: a set has another in every process.
        var rest = touched.sorted()[...]
        while let first = rest.first {
            let posted = rest.prefix { $0.id == first.id }.map(\.posted)
            rest = rest.dropFirst(posted.count)
            try change(first.id, messages: posted, &work)
        }
    }

    /// Notes a change of a conversation and of some of its messages, and tells
    /// the members.
    mutating func change(
        _ id: ConversationID, messages: [Int64] = [], _ work: inout Work
    ) throws(ServerError) {
        guard var conversation = try metadata.conversation(id) else {
            throw .damaged("conversation \(id) is not there")
        }
        for posted in messages {
            guard var message = try metadata.message(posted: posted, of: id) else {
                throw .damaged("message \(posted) of conversation \(id) is not there")
            }
            conversation.sequence += 1
            message.sequence = conversation.sequence
            try metadata.put(message, of: id)
        }
        if messages.isEmpty { conversation.sequence += 1 }
        try metadata.put(conversation)
        for member in try metadata.members(of: id) where member.state == .member {
            try tell(member, of: id, &work)
        }
    }

    /// Has the history of a member's account go on: their clients look.
    mutating func tell(
        _ member: StoredMember, of id: ConversationID, _ work: inout Work
    ) throws(ServerError) {
        var member = member
        if member.account == work.account {
            member.change = work.nextPhotoSequence()
        } else {
            // One whose user is gone is being forgotten.
            guard var state = try metadata.state(of: member.account) else { return }
            state.photoSequence = state.photoSequence.next
            try metadata.put(state, of: member.account)
            member.change = state.photoSequence
            woken.append(member.account)
        }
        try metadata.put(member, of: id)
    }
}

private struct TouchedMessage: Hashable, Comparable {
    var conversation: String
    var posted: Int64
    var id: ConversationID

    static func < (a: TouchedMessage, b: TouchedMessage) -> Bool {
        (a.conversation, a.posted) < (b.conversation, b.posted)
    }
}
