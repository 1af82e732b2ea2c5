public import Photos
import Store

extension PhotoLibrary {
    /// Does something to photos. It is on disk and in the snapshot when the
    /// call returns; files are moved afterwards (`outcome`).
    ///
    /// Throws `noSuchPhoto` when one is unknown; then nothing is changed.
    public func perform(
        _ action: PhotoAction, on photos: [LUID]
    ) async throws(LibraryError) -> PerformedAction {
        var generator = SystemRandomNumberGenerator()
        return try await perform(action, on: photos, as: OperationID(using: &generator))
    }

    func perform(
        _ action: PhotoAction, on photos: [LUID], as id: OperationID
    ) async throws(LibraryError) -> PerformedAction {
        guard isOwner else { return try await ask(.perform(action, photos, id)) }
        let performed = try await actions.perform(action, on: photos, as: id)
        if action.flag == .deleted, !performed.photos.isEmpty { moveFiles() }
        return performed
    }

    /// Takes an act back, as far as its effect still stands.
    public func undo(_ operation: OperationID) async throws(LibraryError) -> PerformedAction {
        var generator = SystemRandomNumberGenerator()
        return try await undo(operation, as: OperationID(using: &generator))
    }

    func undo(
        _ operation: OperationID, as inverse: OperationID
    ) async throws(LibraryError) -> PerformedAction {
        guard isOwner else { return try await ask(.undo(operation, as: inverse)) }
        let performed = try await actions.undo(operation, as: inverse)
        if !performed.photos.isEmpty { moveFiles() }
        return performed
    }

    /// Waits until the files of an act are moved as far as they can be, and
    /// tells which could not.
    public func outcome(of operation: OperationID) async throws(LibraryError) -> ActionOutcome {
        guard isOwner else {
            let reply = try await OwnerConnection(directory: directory).run(.outcome(operation))
            guard case .outcome(let outcome) = reply else {
                throw .owner(cause: "it answered something else")
            }
            return outcome
        }
        try await finishMoves()
        return try await actions.outcome(of: operation)
    }

    /// Photos that the user has deleted, last deleted first, with the paths
    /// that their files had.
    public func deletedPhotos() throws(LibraryError) -> [PhotoDetails] {
        try LibraryError.converting {
            try opened.store.read { transaction throws(StoreError) in
                // Parts go and come back with their item.
                let all = try transaction.deletedPhotos()
                var parts: Set<LUID> = []
                for deleted in all {
                    parts.formUnion(try transaction.partLUIDs(of: deleted.photo.luid))
                }
                return all.filter { [parts] in !parts.contains($0.photo.luid) }
            }
        }.compactMap { PhotoDetails($0.photo) }
    }

    /// Moves what is to be moved. That goes on when the caller is cancelled:
    /// what the user did is not taken back by it.
    func finishMoves() async throws(LibraryError) {
        let moves = Task { try await trashMoves.run() }
        try await LibraryError.converting { try await moves.value }
    }

    /// Moves what is to be moved, soon and in the background.
    func moveFiles() {
        Task {
            do throws(LibraryError) {
                try await trashMoves.run()
            } catch .closed {
                // The next start goes on.
            } catch {
                Log.shared.warning("files of deleted photos: \(error)")
            }
        }
    }

    private func ask(_ request: OwnerRequest) async throws(LibraryError) -> PerformedAction {
        let reply = try await OwnerConnection(directory: directory).run(request)
        guard case .performed(let performed) = reply else {
            throw .owner(cause: "it answered something else")
        }
        return performed
    }
}
