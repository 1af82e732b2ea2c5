public import Photos
import Store
import Sync

extension PhotoLibrary {
    /// Shares photos, with a message or without. All of it is on disk, in one
    /// transaction, and in the conversation when the call returns, whether or
    /// not the photos are uploaded and the server can be reached.
    ///
    /// Photos that are parts of others' items are not shared along.
    ///
    /// - Throws: `noSuchPhoto`, or `conversation` when there is nothing to
    ///   share, nobody to share with, or too much of either; then nothing is
    ///   changed.
    public func share(
        _ photos: [LUID], to destination: ShareDestination, message: String? = nil
    ) async throws(LibraryError) -> SharedMessage {
        let made: (conversation: ConversationID, steps: [ConversationStep])
        switch destination {
        case .people(let members, let guests, let title):
            let step = newConversation(members, guests, title)
            made = (step.conversation, [step])
        case .conversation(let id): made = (id, [])
        }
        let post = ConversationStep(
            conversation: made.conversation, id: newOperation(),
            work: .post(text: message, photos: photos))
        try await converse(made.steps + [post])
        return SharedMessage(conversation: made.conversation, message: MessageID(post.id))
    }

    /// Sends a message without photos.
    public func say(
        _ text: String, in conversation: ConversationID
    ) async throws(LibraryError) -> MessageID {
        let id = newOperation()
        try await converse(conversation, .post(text: text, photos: []), as: id)
        return MessageID(id)
    }

    /// Likes a message, or one photo of it, or takes that back.
    public func like(
        _ message: MessageID, place: Int? = nil, in conversation: ConversationID,
        _ isLiked: Bool = true
    ) async throws(LibraryError) {
        try await converse(conversation, .like(message, place: place, isLiked: isLiked))
    }

    /// Takes shared photos into the own library; those that are in it already
    /// are not copied.
    public func save(
        _ places: [Int], of message: MessageID, in conversation: ConversationID
    ) async throws(LibraryError) {
        try await converse(conversation, .save(message, places: places))
    }

    /// Leaves a conversation, which is not shown any more.
    public func leave(_ conversation: ConversationID) async throws(LibraryError) {
        try await converse(conversation, .leave)
    }

    public func addMembers(
        _ names: [String], guests: [String] = [], to conversation: ConversationID
    ) async throws(LibraryError) {
        try await converse(conversation, .addMembers(names, guests: guests))
    }

    /// Removes a member or a guest of a conversation.
    public func remove(
        _ participant: Participant, from conversation: ConversationID
    ) async throws(LibraryError) {
        if let account = participant.account {
            try await converse(conversation, .removeMember(account: account))
        } else if let guest = participant.guest {
            try await converse(conversation, .removeGuest(guest))
        } else {
            // One that was only named has no number at the server yet.
            throw .conversation(.nobodyNamed)
        }
    }

    /// The user has seen a conversation up to what is stored of it.
    public func markSeen(_ conversation: ConversationID) async throws(LibraryError) {
        let known = try reading { transaction throws(StoreError) in
            try transaction.cachedConversation(conversation)
        }
        if let known { try await markSeen(conversation, upTo: known.sequence) }
    }

    func markSeen(
        _ conversation: ConversationID, upTo sequence: Int64
    ) async throws(LibraryError) {
        guard isOwner else {
            try await askOwner(.markSeen(conversation, upTo: sequence))
            return
        }
        let isNews = try await actions.write { transaction throws(StoreError) in
            try transaction.markSeen(conversation, upTo: sequence)
        }
        guard isNews else { return }
        tellConversationsChanged()
        serverBell.withLock { $0 }?.exchangeConversations()
    }

    /// Forgets an act that has failed, a message by its name for one.
    public func discard(_ operation: OperationID) async throws(LibraryError) {
        guard isOwner else {
            try await askOwner(.discard(operation))
            return
        }
        try await actions.write { transaction throws(StoreError) in
            try transaction.discardConversationAct(operation)
        }
        tellConversationsChanged()
    }

    /// Yields once, and then whenever this process has changed a conversation;
    /// the number says nothing, the latest wins.
    public var conversationChanges: AsyncStream<Int> { conversationCast.follow() }

    // MARK: Acts

    private func converse(
        _ conversation: ConversationID, _ work: ConversationAct.Work, as id: OperationID? = nil
    ) async throws(LibraryError) {
        let step = ConversationStep(
            conversation: conversation, id: id ?? newOperation(), work: work)
        try await converse([step])
    }

    /// All or nothing, in one transaction.
    func converse(_ steps: [ConversationStep]) async throws(LibraryError) {
        guard isOwner else {
            try await askOwner(.converse(steps))
            return
        }
        try await actions.converse(steps)
        serverBell.withLock { $0 }?.exchangeConversations()
        tellConversationsChanged()
    }

    private func newConversation(
        _ members: [String], _ guests: [String], _ title: String?
    ) -> ConversationStep {
        let id = newOperation()
        return ConversationStep(
            conversation: ConversationID(id), id: id,
            work: .create(members: members, guests: guests, title: title))
    }

    private func newOperation() -> OperationID {
        var generator = SystemRandomNumberGenerator()
        return OperationID(using: &generator)
    }

    private func tellConversationsChanged() { conversationCast.update { $0 += 1 } }

    private func askOwner(_ request: OwnerRequest) async throws(LibraryError) {
        _ = try await OwnerConnection(directory: directory).run(request)
        tellConversationsChanged()
    }

    func reading<Value: Sendable>(
        _ body: @Sendable (ReadTransaction) throws(StoreError) -> Value
    ) throws(LibraryError) -> Value {
        do throws(StoreError) {
            return try opened.store.read(body)
        } catch {
            throw LibraryError(error)
        }
    }
}
