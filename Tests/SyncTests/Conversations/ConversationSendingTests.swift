import Photos
import Sync
import Testing

@Suite struct ConversationSendingTests {
    private let a = ConversationID(OperationID(high: 1, low: 1))
    private let b = ConversationID(OperationID(high: 1, low: 2))
    private let now = Instant(milliseconds: 0)
    private var sending = ConversationSending(chance: Chance(1, 2))

    private func act(
        _ number: Int64, in conversation: ConversationID, _ work: ConversationAct.Work,
        _ state: ConversationAct.State = .waiting, share: ConversationAct.Sharing? = nil
    ) -> ConversationAct {
        var act = ConversationAct(
            number: number, id: OperationID(high: 2, low: UInt64(number)),
            conversation: conversation, work: work, madeMilliseconds: number, state: state)
        act.share = share
        return act
    }

    private func say(
        _ number: Int64, in conversation: ConversationID,
        _ state: ConversationAct.State = .waiting
    ) -> ConversationAct {
        act(number, in: conversation, .post(text: "x", photos: []), state)
    }

    private func create(_ state: ConversationAct.State) -> ConversationAct {
        act(1, in: a, .create(members: ["m"], guests: [], title: nil), state)
    }

    @Test func eachConversationGoesInItsOrderAndWaitsForNoOther() {
        let acts = [create(.waiting), say(2, in: b), say(3, in: a), say(4, in: b)]
        #expect(sending.plan(acts, at: now).send.map(\.number) == [1, 2])
        let later = [create(.answered), say(2, in: b), say(3, in: a), say(4, in: b)]
        #expect(sending.plan(later, at: now).send.map(\.number) == [2, 3])
    }

    @Test func aShareHoldsBackWhatComesAfterItUntilItHasAnAnswer() {
        let share = act(
            1, in: a, .post(text: nil, photos: [LUID(1)]), share: .init(hasEnded: false))
        let plan = sending.plan([share, say(2, in: a)], at: now)
        #expect(plan.send.isEmpty && plan.share.isEmpty && plan.end.isEmpty)
        let answered = act(1, in: a, .post(text: nil, photos: [LUID(1)]), .answered)
        #expect(sending.plan([answered, say(2, in: a)], at: now).send.map(\.number) == [2])
    }

    @Test func aShareThatTheMachineDoesNotKnowIsHandedToIt() {
        let share = act(2, in: a, .post(text: nil, photos: [LUID(1)]))
        let plan = sending.plan([create(.waiting), share], at: now)
        #expect(plan.share.map(\.number) == [2] && plan.send.map(\.number) == [1])
    }

    @Test func ofAShareWithoutPhotosLeftTheTextIsSent() {
        let photos = [LUID(1)]
        let ended = ConversationAct.Sharing(hasEnded: true, leftOut: photos)
        let said = act(1, in: a, .post(text: "t", photos: photos), share: ended)
        let bare = act(2, in: b, .post(text: nil, photos: photos), share: ended)
        let plan = sending.plan([said, bare], at: now)
        #expect(plan.send.map(\.number) == [1])
        #expect(plan.end.map(\.reason) == ["None of its photos is left."])
    }

    @Test func aRefusedCreateEndsAllThatWaitsForIt() {
        let share = act(
            3, in: a, .post(text: nil, photos: [LUID(1)]), share: .init(hasEnded: false))
        let plan = sending.plan(
            [create(.failed(reason: "no")), say(2, in: a), share, say(4, in: b)], at: now)
        #expect(plan.end.map(\.reason) == ["no", "no"])
        #expect(plan.send.map(\.number) == [4])
    }

    @Test func whatFailedWaitsAndHoldsItsConversationBackAlone() {
        var sending = sending
        let acts = [say(1, in: a), say(2, in: a), say(3, in: b)]
        sending.noteFailure(of: acts[0].id, retryAfterMilliseconds: 9000, at: now)
        let plan = sending.plan(acts, at: now)
        #expect(plan.send.map(\.number) == [3])
        #expect(plan.wake == Instant(milliseconds: 9000))
        let later = sending.plan(acts, at: Instant(milliseconds: 9000))
        #expect(later.send.map(\.number) == [1, 3])
    }
}
