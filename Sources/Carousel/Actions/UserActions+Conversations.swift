import Photos
import Store
import Sync

extension UserActions {
    /// Records what the user did in conversations, all or nothing, in one
    /// transaction; in a linked library the sync machine sees to the uploads
    /// of shared photos from then on.
    func converse(_ steps: [ConversationStep]) throws(LibraryError) {
        let now = Self.now
        guard let seat = link.seat else {
            let outcome = try write { transaction throws(StoreError) in
                try transaction.record(steps, madeMilliseconds: now).map { _ in () }
            }
            return try outcome.get()
        }
        // A share is known by the name of its post.
        let act = steps.last?.id
        let outcome: Result<[Event], LibraryError>
        do throws(StoreError) {
            outcome = try seat.write(LibraryRows.Context(act: act, nowMilliseconds: now)) {
                transaction throws(StoreError) -> (Result<[Event], LibraryError>, [Event]) in
                let recorded = try transaction.record(steps, madeMilliseconds: now)
                return (recorded, (try? recorded.get()) ?? [])
            } then: { _, recorded, _ throws(StoreError) in
                recorded
            }
        } catch {
            throw LibraryError(error)
        }
        _ = try outcome.get()
    }
}

extension WriteTransaction {
    /// - Returns: what the sync machine is to be told.
    fileprivate mutating func record(
        _ steps: [ConversationStep], madeMilliseconds: Int64
    ) throws(StoreError) -> Result<[Event], LibraryError> {
        var checked: [ConversationStep] = []
        for step in steps {
            let isMade = checked.contains { $0.conversation == step.conversation }
            switch try reading.check(step, isNew: isMade) {
            case .failure(let error): return .failure(error)
            case .success(let step): checked.append(step)
            }
        }
        var events: [Event] = []
        for step in checked {
            let isNew = try record(
                step.work, in: step.conversation, as: step.id,
                madeMilliseconds: madeMilliseconds)
            if isNew, case .post(_, let photos) = step.work, !photos.isEmpty {
                events.append(.user(.share(photos, as: step.id)))
            }
        }
        return .success(events)
    }
}
