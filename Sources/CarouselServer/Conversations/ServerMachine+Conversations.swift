import DropboxAPI
import Photos

/// Making conversations, and who is in them.
extension ServerMachine {
    /// `carousel/conversations/create`.
    /// - Returns: a refusal that is to be committed: its client has ended the
    ///   conversation, and a delayed request of it must not make it.
    public mutating func createConversation(
        _ argument: CreateConversationArgument, _ invitation: Invitation, by caller: Caller
    ) throws(ServerError) -> Result<InvitationResult, CreateConversationError> {
        let id = ConversationID(argument.operation)
        guard try !isCalledOff(argument.operation, of: caller.account) else {
            return .failure(.noMembers(invitation.unknown))
        }
        if let present = try metadata.conversation(id) {
            // A repeat after the first answer was forgotten.
            guard present.maker == caller.account else {
                throw .refused(CreateConversationError.taken)
            }
            return .success(try repeated(id, caller))
        }
        guard try metadata.membershipCount(of: caller.account) < rules.conversations else {
            throw .refused(CreateConversationError.tooManyConversations)
        }
        var work = try begin(caller)
        var conversation = StoredConversation(
            id: id, maker: caller.account, title: ShownText.name(argument.title),
            created: caller.now)
        let maker = Invitation.Invitee(account: caller.account, name: caller.displayName)
        var (members, unknown) = try joining(invitation, conversation, caller)
        members.removeAll { $0.account == caller.account }
        guard !members.isEmpty || !invitation.guests.isEmpty else {
            try callOff(argument.operation, work)
            return .failure(.noMembers(unknown))
        }
        let guests = try add([maker] + members, invitation, to: &conversation, &work)
        try metadata.put(conversation)
        try change(id, &work)
        try finish(&work)
        return .success(
            InvitationResult(
                conversation: id, unknown: unknown,
                guests: guests.map { $0.guest(at: invitation.base) }, mark: work.mark))
    }

    /// `carousel/conversations/members/add`.
    public mutating func addMembers(
        _ argument: AddMembersArgument, _ invitation: Invitation, by caller: Caller
    ) throws(ServerError) -> InvitationResult {
        let id = argument.conversation
        guard var conversation = try metadata.conversation(id),
            try metadata.member(caller.account, of: id)?.state == .member
        else { throw .refused(AddMembersError.notFound) }
        let (members, unknown) = try joining(invitation, conversation, caller)
        guard !members.isEmpty || !invitation.guests.isEmpty || unknown.isEmpty else {
            throw .refused(AddMembersError.noMembers)
        }
        guard try metadata.members(of: id).count + members.count <= rules.conversationMembers,
            try metadata.guests(of: id).count + invitation.guests.count
                <= rules.conversationGuests
        else { throw .refused(AddMembersError.tooMany) }
        var work = try begin(caller)
        let guests = try add(members, invitation, to: &conversation, &work)
        if !members.isEmpty || !guests.isEmpty {
            try metadata.put(conversation)
            try change(id, &work)
        }
        try finish(&work)
        return InvitationResult(
            conversation: id, unknown: unknown,
            guests: guests.map { $0.guest(at: invitation.base) }, mark: work.mark)
    }

    /// `carousel/conversations/leave`.
    public mutating func leave(
        _ argument: LeaveArgument, by caller: Caller
    ) throws(ServerError) -> MarkResult {
        let id = argument.conversation
        guard let member = try metadata.member(caller.account, of: id), member.state != .left
        else { throw .refused(ConversationError.notFound) }
        var work = try begin(caller)
        try end(member, .left, id, &work)
        try finish(&work)
        return MarkResult(mark: work.mark)
    }

    /// `carousel/conversations/members/remove`.
    public mutating func removeMember(
        _ argument: RemoveMemberArgument, by caller: Caller
    ) throws(ServerError) -> MarkResult {
        let id = argument.conversation
        guard let conversation = try metadata.conversation(id),
            try metadata.member(caller.account, of: id)?.state == .member
        else { throw .refused(ConversationError.notFound) }
        var work = try begin(caller)
        if let number = argument.guest {
            guard let guest = try metadata.guests(of: id).first(where: { $0.number == number })
            else { throw .refused(ConversationError.notFound) }
            guard [guest.addedBy, conversation.maker].contains(caller.account) else {
                throw .refused(ConversationError.notAllowed)
            }
            try metadata.removeGuest(number, of: id)
            try change(id, &work)
        } else {
            guard let account = argument.account.flatMap({ AccountNumber($0) }),
                let member = try metadata.member(account, of: id), member.state == .member
            else { throw .refused(ConversationError.notFound) }
            guard conversation.maker == caller.account, account != caller.account else {
                throw .refused(ConversationError.notAllowed)
            }
            try end(member, .removed, id, &work)
        }
        try finish(&work)
        return MarkResult(mark: work.mark)
    }

    /// `carousel/conversations/seen`: the highest wins.
    public mutating func noteSeen(
        _ argument: SeenArgument, by caller: Caller
    ) throws(ServerError) {
        let id = argument.conversation
        guard let conversation = try metadata.conversation(id),
            var member = try metadata.member(caller.account, of: id),
            let horizon = member.horizon
        else { throw .refused(ConversationError.notFound) }
        let seen = min(argument.sequence, horizon, conversation.sequence)
        guard seen > member.seen else { return }
        member.seen = seen
        var work = try begin(caller)
        try tell(member, of: id, &work)
        try finish(&work)
    }

    /// Takes an account whose user is gone out of its conversations.
    /// - Returns: whether there may be more of them.
    public mutating func leaveConversations(
        _ account: AccountNumber, now: Timestamp, limit: Int
    ) throws(ServerError) -> Bool {
        let state = try view(of: account).state()
        var work = try begin(Caller(account: account, displayName: "", now: now))
        let found = try metadata.memberships(
            of: account, after: .start, upTo: state.photoSequence, limit: .max)
        let staying = found.filter { $0.1.state != .left }
        for (id, member) in staying.prefix(limit) { try end(member, .left, id, &work) }
        try finish(&work)
        return staying.count > limit
    }

    /// Ends what a member may see, and tells them and those that stay.
    private mutating func end(
        _ member: StoredMember, _ state: MemberState, _ id: ConversationID, _ work: inout Work
    ) throws(ServerError) {
        var member = member
        // Who was removed before and leaves now sees nothing new by that.
        let wasMember = member.state == .member
        member.state = state
        if wasMember { member.until = try metadata.conversation(id)?.sequence ?? 0 }
        try tell(member, of: id, &work)
        if wasMember { try change(id, &work) }
    }

    /// Those of an invitation who are not in a conversation yet and have room
    /// for one more, and the names of all that come to nothing.
    private func joining(
        _ invitation: Invitation, _ conversation: StoredConversation, _ caller: Caller
    ) throws(ServerError) -> ([Invitation.Invitee], [String]) {
        var joining: [Invitation.Invitee] = []
        var unknown = invitation.unknown
        for invitee in invitation.members
        where !joining.contains(where: { $0.account == invitee.account }) {
            guard try metadata.state(of: invitee.account) != nil else {
                unknown.append(invitee.name)
                continue
            }
            let member = try metadata.member(invitee.account, of: conversation.id)
            if member?.state == .member { continue }
            let count = try metadata.membershipCount(of: invitee.account)
            guard member != nil || count < rules.conversations else {
                unknown.append(invitee.name)
                continue
            }
            joining.append(invitee)
        }
        return (joining, unknown)
    }

    /// Puts members and guests in; who comes again sees all from the
    /// beginning, as all who come do.
    private mutating func add(
        _ members: [Invitation.Invitee], _ invitation: Invitation,
        to conversation: inout StoredConversation, _ work: inout Work
    ) throws(ServerError) -> [StoredGuest] {
        for invitee in members {
            let seen = try metadata.member(invitee.account, of: conversation.id)?.seen ?? 0
            try metadata.put(
                StoredMember(
                    account: invitee.account, name: ShownText.name(invitee.name) ?? "?",
                    joined: conversation.sequence + 1, seen: seen),
                of: conversation.id)
        }
        var guests: [StoredGuest] = []
        for (name, link) in invitation.guests {
            conversation.guestsMade += 1
            let guest = StoredGuest(
                number: conversation.guestsMade, name: ShownText.name(name) ?? "Guest",
                link: link, addedBy: work.account, joined: conversation.sequence + 1)
            try metadata.put(guest, of: conversation.id)
            guests.append(guest)
        }
        return guests
    }

    private func repeated(
        _ id: ConversationID, _ caller: Caller
    ) throws(ServerError) -> InvitationResult {
        InvitationResult(
            conversation: id, unknown: [],
            guests: try metadata.guests(of: id).map { $0.guest(at: nil) },
            mark: try view(of: caller.account).mark())
    }
}
