import Media
import Photos
import Store
import Sync

extension Intake {
    func roots() throws(LibraryError) -> [RootRow] {
        try read { transaction throws(StoreError) in
            try transaction.roots()
        }
    }

    /// Whether a file waits for more than its own hash.
    func hasUnsettledFiles() throws(LibraryError) -> Bool {
        try read { transaction throws(StoreError) in
            try !transaction.unsettledSizes().isEmpty
        }
    }

    /// The root's folder can be walked again; its photos are there.
    func setAvailable(_ root: RootID) throws(LibraryError) {
        try write { transaction throws(StoreError) in
            try transaction.setAvailable(true, root)
        }
    }

    /// Draws the conclusions of a root's walk.
    ///
    /// Absence is a state, not a deletion: a root that could not be entered,
    /// or is suddenly empty, makes its photos unavailable. Only what an
    /// otherwise populated root is proven not to hold any more is gone. Where
    /// other files lie and none of those of a drive, another drive may be in
    /// its place: two cards in one reader have one path and one number.
    ///
    /// - Returns: whether the walk saw all places where the library has files;
    ///   a link to nowhere, or a folder that was never readable, does not
    ///   count.
    @discardableResult
    func conclude(_ id: RootID, _ outcome: RootScan.Outcome) throws(LibraryError) -> Bool {
        let walk = outcome.walk
        let unseen = outcome.known.unseenFiles(on: walk.devices)
        let isEmptied = walk.files == 0 && !unseen.isEmpty
        return try remove { transaction throws(StoreError) in
            guard walk.root != nil, !isEmptied else {
                try transaction.setAvailable(false, id)
                return (walk.sawEverything, [])
            }
            try transaction.setAvailable(true, id)
            guard walk.reachedEnd else { return (false, []) }
            var unseen = unseen
            if !unseen.replaced.isEmpty, let last = outcome.known.lastFile,
                try !transaction.reading.isAnyMoved(unseen.replaced, to: id, after: last)
            {
                let aside = Set(unseen.replaced)
                unseen.gone.removeAll { aside.contains($0) }
                try transaction.setAside(
                    try transaction.unchanged(unseen.replaced, in: outcome.known))
            }
            let gone = try transaction.gone(unseen, of: outcome.known, provenBy: walk)
            if walk.sawEverything {
                try transaction.removeProblems(outcome.known.unseenProblems)
            } else if try transaction.reading.hasFiles(within: walk.unseen) {
                return (false, gone)
            }
            try transaction.finishWalk(of: id)
            return (true, gone)
        } telling: {
            .walkEnded(id, complete: false, gone: [])
        }
    }

    /// Runs `body`; the files that it found gone leave the library, by the
    /// machine's hand where there is one.
    ///
    /// - Parameter event: what else the machine is told.
    private func remove<Value: Sendable>(
        _ body:
            @Sendable (inout WriteTransaction) throws(StoreError) -> (Value, gone: [FileID]),
        telling event: @Sendable () -> Event.DiskEvent? = { nil }
    ) throws(LibraryError) -> Value {
        guard let seat else {
            return try write { transaction throws(StoreError) in
                let (value, gone) = try body(&transaction)
                try transaction.removeFiles(gone)
                return value
            }
        }
        return try tell(seat) { transaction throws(StoreError) in
            let (value, gone) = try body(&transaction)
            let events = [Event.DiskEvent.gone(gone), event()].compactMap { $0 }
            return (value, events.map { .disk($0) })
        } then: { _, value, _ throws(StoreError) in
            value
        }
    }

    /// Draws the conclusions of a look at a part of a root, likewise.
    /// - Returns: whether it saw all places in that part where the library has
    ///   files.
    func concludePart(
        _ id: RootID, _ outcome: RootScan.Outcome
    ) throws(LibraryError) -> Bool {
        let walk = outcome.walk
        let unseen = outcome.known.unseenFiles(on: walk.devices)
        return try remove { transaction throws(StoreError) in
            guard walk.root != nil else {
                try transaction.setAvailable(false, id)
                return (true, [])
            }
            guard walk.reachedEnd else { return (false, []) }
            let lost = unseen.gone.count + unseen.unmounted.count
            if lost > 0, walk.files == 0, try transaction.reading.fileCount(in: id) == lost {
                try transaction.setAvailable(false, id)
                return (true, [])
            }
            let gone = try transaction.gone(unseen, of: outcome.known, provenBy: walk)
            guard walk.unseen.isEmpty else {
                return (try !transaction.reading.hasFiles(within: walk.unseen), gone)
            }
            try transaction.removeProblems(outcome.known.unseenProblems)
            return (true, gone)
        }
    }
}

extension WriteTransaction {
    /// Which files are gone and are to leave the library; those whose drive is
    /// away are missing from now on.
    fileprivate mutating func gone(
        _ unseen: KnownFiles.Unseen, of known: KnownFiles, provenBy walk: WalkReport
    ) throws(StoreError) -> [FileID] {
        var gone: [FileID] = []
        for id in try unchanged(unseen.gone, in: known) {
            guard let file = try reading.file(id), walk.proves(absenceOf: file.path) else {
                continue
            }
            gone.append(id)
        }
        try setMissing(true, try unchanged(unseen.unmounted, in: known))
        return gone
    }

    /// Those of the files about which a walk's evidence still holds: neither
    /// sent to the trash since it began, nor brought back from there.
    fileprivate func unchanged(
        _ ids: [FileID], in known: KnownFiles
    ) throws(StoreError) -> [FileID] {
        var unchanged: [FileID] = []
        for id in ids {
            guard let file = try reading.file(id), known.isAsKnown(file),
                try !reading.isInTrash(id)
            else { continue }
            unchanged.append(id)
        }
        return unchanged
    }
}
