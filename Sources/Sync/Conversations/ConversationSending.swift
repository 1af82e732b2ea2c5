public import Photos

/// What of the user's acts in conversations is sent next: in each conversation
/// one after another, in the order in which they were done, conversations
/// independently of each other. A value without clock and I/O.
///
/// Posts with photos are sent by the sync machine, which knows when all their
/// photos are uploaded; here they only hold back what comes after them.
public struct ConversationSending: Sendable {
    private var chance: Chance
    /// Acts that failed and when they may be tried again. Asked by name, never
    /// walked.
    private var tries: [OperationID: (backoff: Backoff, notBefore: Instant)] = [:]

    /// Since the server was last reached.
    private var contact = Backoff()

    public init(chance: Chance) {
        self.chance = chance
    }

    /// What is to be done now.
    public struct Plan: Sendable {
        /// At most one of each conversation.
        public var send: [ConversationAct] = []
        /// Acts that can never be sent, with the reason in plain words.
        public var end: [(id: OperationID, reason: String)] = []
        /// Posts whose photos the machine has not been told of.
        public var share: [ConversationAct] = []
        /// When to look again at what has failed.
        public var wake: Instant?
    }

    /// - Parameter acts: all that are known, in their order.
    /// - Complexity: O(acts).
    public func plan(_ acts: [ConversationAct], at now: Instant) -> Plan {
        var plan = Plan()
        var busy: Set<ConversationID> = []
        var refused: [ConversationID: String] = [:]
        for act in acts {
            if case .failed(let reason) = act.state, case .create = act.work {
                refused[act.conversation] = reason
            }
            guard act.state == .waiting else { continue }
            if let reason = refused[act.conversation] {
                plan.end.append((act.id, reason))
                continue
            }
            let isFirst = busy.insert(act.conversation).inserted
            if case .post(let text, let photos) = act.work, !photos.isEmpty {
                guard let share = act.share else {
                    plan.share.append(act)
                    continue
                }
                guard share.hasEnded else { continue }
                // Nothing is left of the photos; a text goes all the same.
                if (text ?? "").isEmpty {
                    plan.end.append((act.id, Self.nothingLeft))
                    continue
                }
            }
            guard isFirst else { continue }
            if let until = tries[act.id]?.notBefore, until > now {
                plan.wake = min(plan.wake ?? until, until)
            } else {
                plan.send.append(act)
            }
        }
        return plan
    }

    /// It failed, and nothing is known of its effect.
    public mutating func noteFailure(
        of id: OperationID, retryAfterMilliseconds: Int64?, at now: Instant
    ) {
        var backoff = tries[id]?.backoff ?? Backoff()
        let delay = backoff.next(asked: retryAfterMilliseconds, using: &chance)
        tries[id] = (backoff, Instant(milliseconds: now.milliseconds + delay))
    }

    /// The server has answered.
    public mutating func noteAnswer(to id: OperationID) { tries[id] = nil }

    /// The server could not be reached, or failed.
    /// - Returns: when to try again.
    public mutating func noteNoContact(at now: Instant) -> Instant {
        let delay = contact.next(asked: nil, using: &chance)
        return Instant(milliseconds: now.milliseconds + delay)
    }

    /// The server could be reached for all that there was.
    public mutating func noteContact() { contact.reset() }

    static let nothingLeft = "None of its photos is left."
}
