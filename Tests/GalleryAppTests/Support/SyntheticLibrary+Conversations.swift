import Carousel
import GalleryApp
import Photos
import Rendering
import Synchronization

/// Conversations in memory, in which all that is said waits to be sent.
nonisolated final class SharedConversations: Sendable {
    private struct State {
        var views: [ConversationView] = []
        var followers: [AsyncStream<Int>.Continuation] = []
        var changes = 0
        var names: UInt64 = 0
        var failure: LibraryError?
        var saved: [(MessageID, [Int])] = []
    }

    private let state = Mutex(State())

    static let me = Participant(account: "me", name: "Ada", standing: .member)

    var changes: AsyncStream<Int> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Int.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { state in
            continuation.yield(state.changes)
            state.followers.append(continuation)
        }
        return stream
    }

    var views: [ConversationView] { state.withLock { $0.views } }

    var saved: [(MessageID, [Int])] { state.withLock { $0.saved } }

    func save(_ places: [Int], of message: MessageID) {
        state.withLock { $0.saved.append((message, places)) }
    }

    func setFailure(_ failure: LibraryError?) { state.withLock { $0.failure = failure } }

    /// Changes conversations and tells who follows them.
    func change(_ edit: (inout [ConversationView]) -> Void) {
        state.withLock { state in
            edit(&state.views)
            state.changes += 1
            for follower in state.followers { follower.yield(state.changes) }
        }
    }

    func newName() -> OperationID {
        state.withLock { state in
            state.names += 1
            return OperationID(high: 7, low: state.names)
        }
    }

    func check() throws(LibraryError) {
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }
}

extension SyntheticLibrary {
    nonisolated var conversationChanges: AsyncStream<Int> { shared.changes }

    nonisolated func conversations() throws(LibraryError) -> [ConversationSummary] {
        shared.views.map(\.summary).reversed()
    }

    nonisolated func conversation(
        _ id: ConversationID
    ) throws(LibraryError) -> ConversationView? {
        shared.views.first { $0.id == id }
    }

    nonisolated func share(
        _ photos: [LUID], to destination: ShareDestination, message: String?
    ) async throws(LibraryError) -> SharedMessage {
        try shared.check()
        let conversation: ConversationID
        switch destination {
        case .conversation(let id): conversation = id
        case .people(let names, let guests, let title):
            conversation = ConversationID(shared.newName())
            let people =
                names.map { Participant(name: $0, standing: .invited) }
                + guests.map { Participant(name: $0, standing: .guest) }
            var summary = ConversationSummary(
                CachedConversation(id: conversation, title: title, participants: people))
            summary.isPending = true
            let view = ConversationView(summary: summary, messages: [])
            shared.change { $0.append(view) }
        }
        let items = photos.enumerated().map { place, luid in
            ConversationView.Item(
                OwnPhoto(luid: luid, content: nil, thumbHash: record(of: luid)?.thumbHash),
                place: place)
        }
        return SharedMessage(
            conversation: conversation, message: post(message, items, in: conversation))
    }

    nonisolated func say(
        _ text: String, in conversation: ConversationID
    ) async throws(LibraryError) -> MessageID {
        try shared.check()
        return post(text, [], in: conversation)
    }

    nonisolated var sharedPixels: SharedPixels {
        { [painter] items, size, side in
            painter.pixels(
                of: items.map { $0.luid ?? LUID(Int64($0.place)) }, size, side: side)
        }
    }

    nonisolated func like(
        _ message: MessageID, place: Int?, in conversation: ConversationID, _ isLiked: Bool
    ) async throws(LibraryError) {
        shared.change { views in
            for view in views.indices where views[view].id == conversation {
                for index in views[view].messages.indices
                where views[view].messages[index].id == message {
                    let like = Liking(account: "me", name: "Ada", place: place)
                    views[view].messages[index].likes.removeAll { $0 == like }
                    if isLiked { views[view].messages[index].likes.append(like) }
                }
            }
        }
    }

    nonisolated func save(
        _ places: [Int], of message: MessageID, in conversation: ConversationID
    ) async throws(LibraryError) {
        try shared.check()
        shared.save(places, of: message)
    }

    nonisolated func markSeen(_ conversation: ConversationID) async throws(LibraryError) {
        shared.change { views in
            for index in views.indices where views[index].id == conversation {
                views[index].summary.unread = 0
            }
        }
    }

    private nonisolated func post(
        _ text: String?, _ items: [ConversationView.Item], in conversation: ConversationID
    ) -> MessageID {
        let id = MessageID(shared.newName())
        let message = ConversationView.Message(
            id: id, author: SharedConversations.me, isOwn: true,
            sentMilliseconds: 1_404_000_000_000, text: text, items: items, likes: [], leftOut: 0,
            delivery: .pending(uploaded: 0, of: items.count))
        shared.change { views in
            for index in views.indices where views[index].id == conversation {
                views[index].messages.append(message)
            }
        }
        return id
    }
}
