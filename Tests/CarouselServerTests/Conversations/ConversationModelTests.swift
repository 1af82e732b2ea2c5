import DropboxAPI
import Photos
import TestSupport
import Testing

@testable import CarouselServer

/// Random conversations of several accounts against a model that knows only
/// who may see what: nobody is shown what is not shared with them, and
/// everybody all that is, in order, once.
@Suite struct ConversationModelTests {
    /// What is planted in the machine's answers for the test to find.
    enum Fault: CaseIterable {
        case none, removedSeesNewer, leftSees, goneIsShown, postTwice
    }

    private struct Model {
        struct Message {
            var number: Int
            var author: Int
            var content: Int?
        }

        var messages: [Message] = []
        /// Of each account: nil for never in it; else how many messages are
        /// theirs to see, nil for all.
        var standing: [Int: (state: MemberState, count: Int?)] = [:]
        /// Contents that each account has.
        var contents: [Int: Set<Int>] = [:]

        func visible(to account: Int) -> [Message] {
            guard let (state, count) = standing[account], state != .left else { return [] }
            return Array(messages.prefix(count ?? messages.count))
        }
    }

    private static let accounts = 4

    /// Plays a script. - Returns: what differs first from the model.
    private static func play(seed: UInt64, fault: Fault) throws -> String? {
        var random = SplitMix64(seed: seed)
        var fixture = try MachineFixture()
        func caller(_ account: Int) -> Caller {
            Caller(
                account: AccountNumber(Int64(account + 7)), displayName: "A\(account)",
                now: fixture.now)
        }
        for account in 1..<accounts {
            try fixture.machine.openAccount(
                AccountNumber(Int64(account + 7)), epoch: 1, cursorSecret: 1, quota: 1 << 40)
        }
        let invitees = (0..<accounts).map {
            Invitation.Invitee(account: AccountNumber(Int64($0 + 7)), name: "A\($0)")
        }
        let id = ConversationID(OperationID(high: 0, low: 1))
        _ = try fixture.machine.createConversation(
            CreateConversationArgument(operation: id.operation, members: ["x"]),
            Invitation(members: [invitees[1]]), by: caller(0)
        ).get()
        var model = Model()
        model.standing = [0: (.member, nil), 1: (.member, nil)]
        for step in 0..<60 {
            let account = Int(random.next() % UInt64(accounts))
            let isMember = model.standing[account]?.state == .member
            let operation = OperationID(high: 1, low: UInt64(step))
            switch random.next() % 8 {
            case 0, 1, 2:
                let content = Int(random.next() % 5) + 1
                let name = "/p\(content).jpg"
                _ = try fixture.upload(
                    content + 100 * account, to: name,
                    account: AccountNumber(Int64(account + 7))
                ).get()
                model.contents[account, default: []].insert(content + 100 * account)
                let hash = MachineFixture.content(content + 100 * account).hash
                let node = try fixture.machine.metadata.photos(
                    with: hash, of: AccountNumber(Int64(account + 7)))[0]
                let argument = PostMessageArgument(
                    operation: operation, conversation: id, text: "\(step)",
                    photos: [
                        LinkedPhoto(
                            id: node.fileID(in: AccountNumber(Int64(account + 7))),
                            contentHash: hash)
                    ])
                for _ in 0..<(random.next() % 3 == 0 ? 2 : 1) {
                    let refused = refusal {
                        try fixture.machine.post(argument, by: caller(account)).get()
                    }
                    if (refused == nil) != isMember { return "step \(step): post by \(account)" }
                }
                guard isMember else { continue }
                model.messages.append(
                    Model.Message(number: step, author: account, content: content + 100 * account))
                if fault == .postTwice, step > 20 { model.messages.append(model.messages[0]) }
            case 3:
                let content = Int(random.next() % 5) + 1 + 100 * account
                guard model.contents[account]?.remove(content) != nil else { continue }
                _ = try fixture.machine.delete(
                    DeleteArgument(path: PathArgument("/p\(content % 100).jpg")),
                    by: caller(account))
            case 4:
                let refused = refusal {
                    try fixture.machine.leave(
                        LeaveArgument(operation: operation, conversation: id), by: caller(account))
                }
                let was = model.standing[account]?.state
                if (refused == nil) != (was == .member || was == .removed) {
                    return "step \(step): leave by \(account)"
                }
                if refused == nil { model.standing[account] = (.left, 0) }
            case 5:
                let other = Int(random.next() % UInt64(accounts))
                let refused = refusal {
                    try fixture.machine.removeMember(
                        RemoveMemberArgument(
                            operation: operation, conversation: id,
                            account: AccountNumber(Int64(other + 7)).identifier),
                        by: caller(account))
                }
                let may =
                    account == 0 && isMember && other != 0
                    && model.standing[other]?.state == .member
                if (refused == nil) != may { return "step \(step): removal by \(account)" }
                if may { model.standing[other] = (.removed, model.messages.count) }
            default:
                let other = Int(random.next() % UInt64(accounts))
                let refused = refusal {
                    try fixture.machine.addMembers(
                        AddMembersArgument(operation: operation, conversation: id, members: ["x"]),
                        Invitation(members: [invitees[other]]), by: caller(account))
                }
                if (refused == nil) != isMember { return "step \(step): add by \(account)" }
                if isMember { model.standing[other] = (.member, nil) }
            }
            fixture.now = fixture.now.advanced(bySeconds: Int64(random.next() % 100) - 50)
            if let problem = try difference(fixture, model, id, fault) {
                return "step \(step): \(problem)"
            }
        }
        return nil
    }

    private static func difference(
        _ fixture: MachineFixture, _ model: Model, _ id: ConversationID, _ fault: Fault
    ) throws -> String? {
        for account in 0..<accounts {
            let view = fixture.machine.view(of: AccountNumber(Int64(account + 7)))
            var shown: [ConversationMessage] = []
            do throws(ServerError) {
                var page = try view.listMessages(ListMessagesArgument(conversation: id, limit: 7))
                shown = page.messages
                while page.hasMore {
                    page = try view.continueMessages(page.cursor)
                    shown += page.messages
                }
            } catch {
                guard error.failure as? ConversationListError == .notFound else { throw error }
            }
            let standing = model.standing[account]?.state
            if fault == .removedSeesNewer, standing == .removed {
                shown = try view.metadata.messages(of: id, after: 0, upTo: .max, limit: 1000).map {
                    message in try view.shown(message, of: id, upTo: .max)
                }
            }
            if fault == .leftSees, standing == .left {
                shown = try view.metadata.messages(of: id, after: 0, upTo: .max, limit: 1000).map {
                    message in try view.shown(message, of: id, upTo: .max)
                }
            }
            let wanted = model.visible(to: account)
            let texts = shown.sorted { $0.posted < $1.posted }.map { $0.text ?? "" }
            if texts != wanted.map({ "\($0.number)" }) {
                return "\(account) is shown \(texts) instead of \(wanted.map(\.number))"
            }
            for (message, expected) in zip(shown.sorted { $0.posted < $1.posted }, wanted) {
                let isThere = expected.content.map {
                    model.contents[expected.author]?.contains($0) ?? false
                }
                let isGone = fault == .goneIsShown ? false : message.photos.first?.isGone
                if isGone == isThere { return "a photo of \(expected.number) for \(account)" }
            }
            let mine = model.contents[account] ?? []
            let seen = Set(
                wanted.compactMap { message in
                    message.content.flatMap {
                        model.contents[message.author]?.contains($0) == true ? $0 : nil
                    }
                })
            for content in (0..<accounts).flatMap({ owner in (1...5).map { $0 + 100 * owner } }) {
                let hash = MachineFixture.content(content).hash
                let isShown = try view.standings(of: [hash])[0] != .notFound
                if isShown != (mine.contains(content) || seen.contains(content)) {
                    return "content \(content) for \(account)"
                }
            }
        }
        return nil
    }

    @Test func everybodyIsShownWhatIsSharedWithThemAndNothingElse() throws {
        for seed in 0..<60 {
            let problem = try Self.play(seed: UInt64(seed), fault: .none)
            #expect(problem == nil, "seed \(seed): \(problem ?? "")")
        }
    }

    @Test(arguments: Fault.allCases.dropFirst())
    func aPlantedFaultIsFound(_ fault: Fault) throws {
        var isFound = false
        for seed in 0..<60 where !isFound {
            isFound = try Self.play(seed: UInt64(seed), fault: fault) != nil
        }
        #expect(isFound)
    }

    @Test func aBatchOfDeletionsIsOneChangeOfAMessageAndOfAMembersHistory() throws {
        var fixture = try MachineFixture()
        let other = AccountNumber(8)
        try fixture.machine.openAccount(other, epoch: 1, cursorSecret: 1, quota: 1 << 40)
        let id = ConversationID(OperationID(high: 0, low: 1))
        var photos: [LinkedPhoto] = []
        for number in 1...50 {
            let file = try fixture.put(number, at: "/\(number).jpg")
            photos.append(
                LinkedPhoto(id: file.id, contentHash: MachineFixture.content(number).hash))
        }
        _ = try fixture.machine.createConversation(
            CreateConversationArgument(operation: id.operation, members: ["x"]),
            Invitation(members: [Invitation.Invitee(account: other, name: "B")]),
            by: fixture.caller
        ).get()
        let post = PostMessageArgument(
            operation: OperationID(high: 0, low: 2), conversation: id, photos: photos)
        let before = try fixture.machine.view(of: other).mark().sequence
        _ = try fixture.machine.post(post, by: fixture.caller).get()
        #expect(try fixture.machine.view(of: other).mark().sequence == before + 1)
        _ = try fixture.machine.deletePhotos(
            DeletePhotosArgument(
                operation: OperationID(high: 0, low: 3), ids: photos.map(\.id),
                contentHashes: photos.map(\.contentHash)), by: fixture.caller)
        #expect(try fixture.machine.view(of: other).mark().sequence == before + 2)
        let page = try fixture.machine.view(of: other).listMessages(
            ListMessagesArgument(conversation: id))
        #expect(page.messages.count == 1 && page.messages[0].photos.count == 50)
        #expect(page.messages[0].photos.count { $0.isGone } == 50)
        #expect(page.messages[0].sequence == 3)
    }

    @Test func twentyThousandItemsAreReadPageByPageAtOnePrice() throws {
        var fixture = try MachineFixture()
        let id = ConversationID(OperationID(high: 0, low: 1))
        var photos: [LinkedPhoto] = []
        try fixture.connection.begin(.writing)
        for number in 1...1000 {
            let file = try fixture.put(number, at: "/\(number).jpg")
            photos.append(
                LinkedPhoto(id: file.id, contentHash: MachineFixture.content(number).hash))
        }
        var members: [Invitation.Invitee] = []
        for number in 8...107 {
            let account = AccountNumber(Int64(number))
            try fixture.machine.openAccount(account, epoch: 1, cursorSecret: 1, quota: 1)
            members.append(Invitation.Invitee(account: account, name: "\(number)"))
        }
        _ = try fixture.machine.createConversation(
            CreateConversationArgument(operation: id.operation, members: ["x"]),
            Invitation(members: members), by: fixture.caller
        ).get()
        for number in 0..<20 {
            _ = try fixture.machine.post(
                PostMessageArgument(
                    operation: OperationID(high: 2, low: UInt64(number)), conversation: id,
                    photos: photos), by: fixture.caller
            ).get()
        }
        try fixture.connection.commit()
        let view = fixture.machine.view(of: AccountNumber(8))
        var page = try view.listMessages(ListMessagesArgument(conversation: id))
        var sizes = [page.messages.reduce(0) { $0 + $1.photos.count }]
        while page.hasMore {
            page = try view.continueMessages(page.cursor)
            sizes.append(page.messages.reduce(0) { $0 + $1.photos.count })
        }
        // Each page looks at its own messages alone.
        #expect(sizes == [5000, 5000, 5000, 5000])
    }
}
