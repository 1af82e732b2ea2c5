import Photos
import Sync
import Testing

@Suite struct ConversationReplayTests {
    private let id = ConversationID(OperationID(high: 1, low: 1))
    private let me = "dbid:me"
    private let content = ContentHash(bytes: Array(repeating: 7, count: 32))!

    private func act(
        _ number: Int64, _ work: ConversationAct.Work, _ state: ConversationAct.State = .waiting
    ) -> ConversationAct {
        ConversationAct(
            number: number, id: OperationID(high: 2, low: UInt64(number)), conversation: id,
            work: work, madeMilliseconds: number, state: state)
    }

    private func message(_ low: UInt64, likes: [Liking] = []) -> CachedMessage {
        CachedMessage(
            id: MessageID(OperationID(high: 2, low: low)), sequence: 5, posted: Int64(low),
            author: Participant(account: "dbid:other", name: "Ann", standing: .member),
            sentMilliseconds: 9, text: "hello",
            items: [
                SharedItem(place: 0, content: content, name: "a.jpg", byteSize: 1, kind: .photo)
            ], likes: likes)
    }

    private func own(_ luid: Int64, onServer: Bool, deleted: Bool = false) -> OwnPhoto {
        OwnPhoto(luid: LUID(luid), content: nil, isOnServer: onServer, isDeleted: deleted)
    }

    private func view(
        _ messages: [CachedMessage], _ acts: [ConversationAct], _ photos: [OwnPhoto] = []
    ) throws -> ConversationView {
        let replay = ConversationReplay(
            me: me, photos: Dictionary(uniqueKeysWithValues: photos.map { ($0.luid, $0) }),
            owners: [content: LUID(40)])
        return try #require(
            replay.view(of: id, CachedConversation(id: id, sequence: 5), messages, acts))
    }

    @Test func aMessageToBeSentIsAtTheEndAndTellsHowManyOfItsPhotosAreUploaded() throws {
        let view = try view(
            [message(100)],
            [act(1, .post(text: "look", photos: [LUID(1), LUID(2), LUID(3)]))],
            [own(1, onServer: true), own(2, onServer: false), own(3, onServer: false)])
        #expect(view.messages.map(\.text) == ["hello", "look"])
        #expect(view.messages[1].delivery == .pending(uploaded: 1, of: 3))
        #expect(view.messages[1].isOwn && !view.messages[0].isOwn)
        #expect(view.messages[1].items.map(\.isPending) == [false, true, true])
        #expect(view.messages[0].items.map(\.luid) == [LUID(40)])
        #expect(view.summary.isPending)
    }

    @Test func aPhotoDeletedMeanwhileLeavesTheShareWithANote() throws {
        let view = try view(
            [], [act(1, .post(text: nil, photos: [LUID(1), LUID(2)]))],
            [own(1, onServer: true), own(2, onServer: false, deleted: true)])
        #expect(view.messages[0].items.map(\.luid) == [LUID(1)])
        #expect(view.messages[0].leftOut == 1)
        #expect(view.messages[0].delivery == .pending(uploaded: 1, of: 1))
        #expect(view.summary.photos == 1)
    }

    @Test func aMessageThatTheFeedHasBroughtIsNotShownTwice() throws {
        let post = act(7, .post(text: "hello", photos: []), .answered)
        let view = try view([message(7)], [post])
        #expect(view.messages.map(\.delivery) == [.sent])
    }

    @Test func aRefusedMessageStaysWithItsReason() throws {
        let view = try view(
            [], [act(1, .post(text: "a", photos: []), .failed(reason: "you were removed"))])
        #expect(view.messages.map(\.delivery) == [.failed(reason: "you were removed")])
        #expect(!view.summary.isPending && view.summary.last == nil)
    }

    @Test func theLastWishOfALikeCountsAndARefusedOneDoesNot() throws {
        let id = MessageID(OperationID(high: 2, low: 100))
        let mine = Liking(account: me, name: "", place: 0)
        let likes: [ConversationAct] = [
            act(1, .like(id, place: 0, isLiked: true)),
            act(2, .like(id, place: nil, isLiked: true)),
            act(3, .like(id, place: nil, isLiked: false)),
        ]
        #expect(try view([message(100)], likes).messages[0].likes == [mine])
        let refused = act(4, .like(id, place: 0, isLiked: false), .failed(reason: "no"))
        #expect(try view([message(100)], likes + [refused]).messages[0].likes == [mine])
        let back = act(5, .like(id, place: 0, isLiked: false))
        #expect(try view([message(100)], likes + [back]).messages[0].likes == [])
    }

    @Test func aConversationIsThereAsSoonAsItIsMadeAndGoneAsSoonAsItIsLeft() {
        let replay = ConversationReplay(me: me)
        let create = act(1, .create(members: ["ann"], guests: ["Bo"], title: "Trip"))
        let summary = replay.summary(of: id, nil, [create])
        #expect(summary?.title == "Trip" && summary?.isPending == true)
        #expect(summary?.participants.map(\.standing) == [.invited, .guest])
        #expect(replay.summary(of: id, nil, [create, act(2, .leave)]) == nil)
        #expect(replay.summary(of: id, nil, [act(2, .leave)]) == nil)
        let stays = act(2, .leave, .failed(reason: "no"))
        #expect(replay.summary(of: id, nil, [create, stays]) != nil)
    }

    @Test func aRefusedCreateStaysWithItsReasonUntilItIsDiscarded() {
        let create = act(
            1, .create(members: ["nobody"], guests: [], title: nil),
            .failed(reason: "nobody has no account"))
        let summary = ConversationReplay(me: me).summary(of: id, nil, [create])
        #expect(summary?.failure == "nobody has no account" && summary?.isPending == false)
    }
}
