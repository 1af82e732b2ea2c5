import DropboxAPI
import HTTPServer
import Photos

/// Conversations of the photo plane.
struct ConversationRoutes: Sendable {
    let store: FileStore
    let book: AccountBook
    let links: LinkMaker
    private let limits = ActLimiter()

    init(store: FileStore, book: AccountBook, links: LinkMaker) {
        self.store = store
        self.book = book
        self.links = links
    }

    /// Puts the routes on the router.
    func add(to router: inout WireRouter) {
        addMaking(to: &router)
        addActs(to: &router)
        addReading(to: &router)
    }

    private func addMaking(to router: inout WireRouter) {
        router.batch(Routes.createConversation) { [self] argument, call throws(ServerError) in
            try limits.posts.note(call)
            let invitation = try await invitation(argument.members, argument.guests, call)
            let result = try await store.once(
                for: call, argument.operation, Routes.createConversation.name, argument
            ) { machine, caller throws(ServerError) in
                try machine.createConversation(argument, invitation, by: caller)
            }
            let marked = try FileRoutes.value(of: result)
            var value = marked.value
            if let mark = marked.mark { value.mark = mark }
            return value
        }
        router.batch(Routes.addMembers) { [self] argument, call throws(ServerError) in
            try limits.posts.note(call)
            let invitation = try await invitation(argument.members, argument.guests, call)
            let result: Result<Marked<InvitationResult>, Never> = try await store.once(
                for: call, argument.operation, Routes.addMembers.name, argument
            ) { machine, caller throws(ServerError) in
                .success(try machine.addMembers(argument, invitation, by: caller))
            }
            let marked = result.get()
            var value = marked.value
            if let mark = marked.mark { value.mark = mark }
            return value
        }
        router.rpc(Routes.removeMember, on: .concurrent) {
            [self] argument, call throws(ServerError) in
            try await mark(call, argument.operation, Routes.removeMember.name, argument) {
                machine, caller throws(ServerError) in
                try machine.removeMember(argument, by: caller)
            }
        }
        router.rpc(Routes.leave, on: .concurrent) { [self] argument, call throws(ServerError) in
            try await mark(call, argument.operation, Routes.leave.name, argument) {
                machine, caller throws(ServerError) in
                try machine.leave(argument, by: caller)
            }
        }
    }

    private func addActs(to router: inout WireRouter) {
        router.batch(Routes.postMessage) { [self] argument, call throws(ServerError) in
            try limits.posts.note(call)
            let result = try await store.once(
                for: call, argument.operation, Routes.postMessage.name, argument
            ) { machine, caller throws(ServerError) in
                try machine.post(argument, by: caller)
            }
            let marked = try FileRoutes.value(of: result)
            var value = marked.value
            if let mark = marked.mark { value.mark = mark }
            return value
        }
        router.rpc(Routes.like, on: .concurrent) { [self] argument, call throws(ServerError) in
            try limits.likes.note(call)
            return try await mark(call, argument.operation, Routes.like.name, argument) {
                machine, caller throws(ServerError) in
                try machine.like(argument, by: caller)
            }
        }
        router.batch(Routes.saveShared) { [self] argument, call throws(ServerError) in
            let result: Result<Marked<SaveSharedResult>, Never> = try await store.once(
                for: call, argument.operation, Routes.saveShared.name, argument
            ) { machine, caller throws(ServerError) in
                .success(try machine.save(argument, by: caller))
            }
            let marked = result.get()
            var value = marked.value
            if let mark = marked.mark { value.mark = mark }
            return value
        }
        router.rpc(Routes.seen, on: .concurrent) { [self] argument, call throws(ServerError) in
            try await store.change(for: call) { machine, caller throws(ServerError) in
                try machine.noteSeen(argument, by: caller)
            }
            return Nothing()
        }
    }

    private func addReading(to router: inout WireRouter) {
        router.rpc(Routes.listConversations, on: .concurrent) {
            [self] argument, call throws(ServerError) in
            let base = links.base(for: call.request)
            return try store.view(of: call.account) { view throws(ServerError) in
                try view.listConversations(argument, base: base)
            }
        }
        router.rpc(Routes.listConversationsContinue, on: .concurrent) {
            [self] argument, call throws(ServerError) in
            let base = links.base(for: call.request)
            return try store.view(of: call.account) { view throws(ServerError) in
                try view.continueConversations(argument.cursor, base: base)
            }
        }
        router.rpc(Routes.listMessages, on: .concurrent) {
            [self] argument, call throws(ServerError) in
            try store.view(of: call.account) { view throws(ServerError) in
                try view.listMessages(argument)
            }
        }
        router.rpc(Routes.listMessagesContinue, on: .concurrent) {
            [self] argument, call throws(ServerError) in
            try store.view(of: call.account) { view throws(ServerError) in
                try view.continueMessages(argument.cursor)
            }
        }
        router.download(Routes.downloadShared) { [self] argument, call throws(ServerError) in
            let original = try store.view(of: call.account) { view throws(ServerError) in
                try view.sharedOriginal(argument)
            }
            return try FileAnswer(store: store).answer(
                original.contentHash, size: original.size,
                contentType: "application/octet-stream",
                headers: ["Dropbox-API-Result": original.headerText], for: call.request)
        }
    }

    /// Finds the accounts of names. Each has its rows afterwards: who never
    /// came with a client is shown the conversation when they do.
    private func invitation(
        _ members: [String], _ guests: [String], _ call: WireCall
    ) async throws(ServerError) -> Invitation {
        var invitees: [Invitation.Invitee] = []
        var unknown: [String] = []
        for name in members {
            guard let user = try book.user(named: name) else {
                unknown.append(name)
                continue
            }
            try await store.open(user)
            invitees.append(Invitation.Invitee(account: user.account, name: user.displayName))
        }
        return Invitation(
            members: invitees, unknown: unknown, guestNames: guests,
            guestLinks: guests.map { _ in store.surroundings.randomName() },
            base: links.base(for: call.request))
    }

    private func mark(
        _ call: WireCall, _ operation: OperationID, _ route: String,
        _ argument: some WireEncodable,
        _ body:
            @escaping @Sendable (inout CommitQueue.Machine, Caller) throws(ServerError) ->
            MarkResult
    ) async throws(ServerError) -> MarkResult {
        let result: Result<Marked<MarkResult>, Never> = try await store.once(
            for: call, operation, route, argument
        ) { machine, caller throws(ServerError) in .success(try body(&machine, caller)) }
        let marked = result.get()
        return marked.mark.map { MarkResult(mark: $0) } ?? marked.value
    }
}
