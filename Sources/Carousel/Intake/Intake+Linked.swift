import DecoderProtocol
import Foundation
import Photos
import Store
import Sync

/// The intake of a linked library: it writes down what the scanner found, and
/// the sync machine places it, since photos of the server count too.
extension Intake {
    /// Takes in files whose metadata were read.
    func take(
        _ batch: [ReadFile], telling seat: SyncSeat
    ) throws(LibraryError) -> (Placements, early: [(LUID, [UInt8])]) {
        let (placements, early) = try tell(seat, hashes: true) { transaction throws(StoreError) in
            var taken = Taken()
            for file in batch {
                guard case .metadata(let metadata) = file.content else {
                    try transaction.refuse(file)
                    continue
                }
                let (id, hasNewBytes) = try transaction.put(file, metadata)
                taken.placements.kinds[id] = metadata.kind
                taken.early[id] = file.earlyThumbnail
                if hasNewBytes {
                    taken.events.append(
                        .disk(.seen(id, root: file.root, size: file.stamp.size)))
                }
            }
            return (taken, taken.events)
        } then: { [askedFor] transaction, taken, actions throws(StoreError) in
            var placements = taken.placements
            try transaction.note(actions, askedFor, &placements)
            return (placements, try transaction.use(taken.early))
        }
        note(placements)
        return (placements, early)
    }

    private struct Taken: Sendable {
        var placements = Placements()
        var early: [FileID: EarlyThumbnail] = [:]
        var events: [Event] = []
    }

    /// Takes in the outcome of hashing.
    func learn(
        _ batch: [HashedBytes], telling seat: SyncSeat
    ) throws(LibraryError) -> Placements {
        let placements = try tell(seat, hashes: true) { transaction throws(StoreError) in
            var events: [Event] = []
            for hashed in batch {
                if let state = try transaction.reading.learnt(from: hashed) {
                    events.append(.disk(.hashed(hashed.file.id, state.hash, edit: nil)))
                }
            }
            return ((), events)
        } then: { [askedFor] transaction, _, actions throws(StoreError) in
            var placements = Placements()
            try transaction.note(actions, askedFor, &placements)
            return placements
        }
        note(placements, after: batch)
        return placements
    }

    /// Edits are not judged from now on until the walks of all these roots
    /// are concluded.
    func beginWalks(of roots: [RootID]) throws(LibraryError) {
        guard let seat, !roots.isEmpty else { return }
        try tell(seat) { _ throws(StoreError) in
            ((), roots.map { .disk(.walkBegan($0)) })
        } then: { _, _, _ throws(StoreError) in
        }
    }

    /// Keeps what the user wants of a folder. Which uploads follow from it the
    /// machine sees by its photos, which count as changed.
    func set(_ settings: RootSettings, of root: RootID) throws(LibraryError) {
        guard let seat else {
            try write { transaction throws(StoreError) in
                try transaction.setSettings(settings, of: root)
            }
            return
        }
        try tell(seat) { transaction throws(StoreError) in
            try transaction.setSettings(settings, of: root)
            return ((), [])
        } then: { _, _, _ throws(StoreError) in
        }
    }

    /// A library that was just linked has photos: the machine looks at them.
    func noteLinked() throws(LibraryError) {
        guard let seat else { return }
        try tell(seat) { _ throws(StoreError) in
            ((), [.linked])
        } then: { _, _, _ throws(StoreError) in
        }
    }

    /// A watch that hears of everything has seen what a complete walk sees.
    func noteCompleteWatch(telling seat: SyncSeat) throws(LibraryError) {
        let roots = try roots().filter(\.isAvailable)
        try tell(seat) { _ throws(StoreError) in
            ((), roots.map { .disk(.walkEnded($0.id, complete: true, gone: [])) })
        } then: { _, _, _ throws(StoreError) in
        }
    }

    /// Changes rows of files and tells the machine which photos these are.
    func tell<Noted: Sendable, Value: Sendable>(
        _ seat: SyncSeat, hashes: Bool = false,
        _ note: @Sendable (inout WriteTransaction) throws(StoreError) -> (Noted, [Event]),
        then conclude:
            @Sendable (inout WriteTransaction, Noted, [Action]) throws(StoreError) -> Value
    ) throws(LibraryError) -> Value {
        let now = Int64(Date().timeIntervalSince1970 * 1000)
        do throws(StoreError) {
            return try seat.write(
                LibraryRows.Context(act: nil, nowMilliseconds: now), hashes: hashes
            ) { transaction throws(StoreError) in
                let (noted, events) = try note(&transaction)
                // Whatever else was changed, the machine looks at it too.
                return (noted, events + [.disk(.changed(transaction.touchedPhotos))])
            } then: { transaction, noted, actions throws(StoreError) in
                try conclude(&transaction, noted, actions)
            }
        } catch {
            throw LibraryError(error)
        }
    }
}

extension WriteTransaction {
    /// Takes over which files are to be hashed first, and what became of
    /// those that were taken in.
    fileprivate func note(
        _ actions: [Action], _ asked: Set<FileID>, _ placements: inout Placements
    ) throws(StoreError) {
        var soon: [FileID] = []
        for case .hash(let file, urgent: true) in actions { soon.append(file) }
        try hashSoon(soon, asked, &placements)
        for file in placements.kinds.keys.sorted() {
            guard let luid = try reading.localFile(file)?.luid else { continue }
            let others = try reading.localFiles(of: luid).contains { $0.id < file }
            placements.places[file] = others ? .attached : .shown
        }
    }
}
