import DropboxAPI
import Photos
import Store
import Sync

/// What is refused before it is recorded, so that the user hears of it at
/// once.
extension ReadTransaction {
    /// The act with its photos by their present names, each once.
    ///
    /// - Parameter isNew: whether an act before it makes the conversation.
    func check(
        _ step: ConversationStep, isNew: Bool
    ) throws(StoreError) -> Result<ConversationStep, LibraryError> {
        var step = step
        if case .create(let members, let guests, let title) = step.work {
            return checkPeople(members, guests, title).map { _ in step }
        }
        if !isNew {
            guard let view = try view(of: step.conversation) else {
                return .failure(.conversation(.noSuchConversation))
            }
            guard view.summary.standing == .member, view.summary.failure == nil else {
                return .failure(.conversation(.notAMember))
            }
            if let problem = view.problem(with: step.work) {
                return .failure(.conversation(problem))
            }
        }
        switch step.work {
        case .post(let text, let photos):
            switch try checkPost(text, photos) {
            case .failure(let error): return .failure(error)
            case .success(let luids): step.work = .post(text: text, photos: luids)
            }
        case .addMembers(let members, let guests):
            return checkPeople(members, guests, nil).map { _ in step }
        default: break
        }
        return .success(step)
    }

    private func checkPost(
        _ text: String?, _ photos: [LUID]
    ) throws(StoreError) -> Result<[LUID], LibraryError> {
        if let text, text.utf8.count > ConversationLimits.text {
            return .failure(.conversation(.textTooLong(limit: ConversationLimits.text)))
        }
        guard photos.count <= ConversationLimits.photos else {
            return .failure(.conversation(.tooManyPhotos(limit: ConversationLimits.photos)))
        }
        var luids: [LUID] = []
        var seen: Set<LUID> = []
        for photo in photos {
            let luid = try resolve(photo)
            guard let flags = try userFlags(of: luid), !flags.contains(.deleted) else {
                return .failure(.noSuchPhoto(photo))
            }
            if seen.insert(luid).inserted { luids.append(luid) }
        }
        guard !luids.isEmpty || !(text ?? "").isEmpty else {
            return .failure(.conversation(.nothingToSend))
        }
        return .success(luids)
    }

    private func checkPeople(
        _ members: [String], _ guests: [String], _ title: String?
    ) -> Result<Void, LibraryError> {
        if (members + guests).allSatisfy(\.isEmpty) {
            return .failure(.conversation(.nobodyNamed))
        }
        if members.count > ConversationLimits.members {
            return .failure(.conversation(.tooManyPeople(limit: ConversationLimits.members)))
        }
        if guests.count > ConversationLimits.guests {
            return .failure(.conversation(.tooManyPeople(limit: ConversationLimits.guests)))
        }
        if let title, title.count > ConversationLimits.title {
            return .failure(.conversation(.titleTooLong(limit: ConversationLimits.title)))
        }
        return .success(())
    }
}

extension ConversationView {
    /// What is wrong with an act on a message of it.
    fileprivate func problem(with work: ConversationAct.Work) -> ConversationProblem? {
        let named: MessageID
        let places: [Int]
        switch work {
        case .like(let message, let place, _): (named, places) = (message, place.map { [$0] } ?? [])
        case .save(let message, let chosen):
            guard chosen.count <= ConversationLimits.saved else {
                return .tooManyPhotos(limit: ConversationLimits.saved)
            }
            (named, places) = (message, chosen)
        default: return nil
        }
        guard let message = messages.first(where: { $0.id == named }) else {
            return .noSuchMessage
        }
        let there = Set(message.items.filter { !$0.isGone }.map(\.place))
        if case .save = work, places.isEmpty { return .noSuchItem }
        return places.allSatisfy(there.contains) ? nil : .noSuchItem
    }
}
