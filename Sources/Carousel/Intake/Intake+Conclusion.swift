import Media
import Photos
import Store

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
    /// otherwise populated root is proven not to hold any more is gone.
    func conclude(_ id: RootID, _ outcome: RootScan.Outcome) throws(LibraryError) {
        let walk = outcome.walk
        let unseen = outcome.known.unseenFiles(on: walk.devices)
        let isEmptied = walk.files == 0 && !unseen.isEmpty
        try write { transaction throws(StoreError) in
            guard walk.root != nil, !isEmptied else {
                try transaction.setAvailable(false, id)
                return
            }
            try transaction.setAvailable(true, id)
            guard walk.reachedEnd else { return }
            try transaction.remove(unseen, provenBy: walk)
            guard walk.sawEverything else { return }
            try transaction.removeProblems(outcome.known.unseenProblems)
            try transaction.finishWalk(of: id)
        }
    }

    /// Draws the conclusions of a look at a part of a root, likewise.
    func concludePart(_ id: RootID, _ outcome: RootScan.Outcome) throws(LibraryError) {
        let walk = outcome.walk
        let unseen = outcome.known.unseenFiles(on: walk.devices)
        try write { transaction throws(StoreError) in
            guard walk.root != nil else {
                try transaction.setAvailable(false, id)
                return
            }
            guard walk.reachedEnd else { return }
            let lost = unseen.gone.count + unseen.unmounted.count
            if lost > 0, walk.files == 0, try transaction.reading.fileCount(in: id) == lost {
                try transaction.setAvailable(false, id)
                return
            }
            try transaction.remove(unseen, provenBy: walk)
            if walk.unseen.isEmpty {
                try transaction.removeProblems(outcome.known.unseenProblems)
            }
        }
    }
}

extension WriteTransaction {
    /// Files that are gone leave the library; those whose drive is away are
    /// missing.
    fileprivate mutating func remove(
        _ unseen: KnownFiles.Unseen, provenBy walk: WalkReport
    ) throws(StoreError) {
        for id in unseen.gone {
            guard let file = try reading.file(id), walk.proves(absenceOf: file.path),
                try !reading.isInTrash(id)
            else { continue }
            try removeFiles([id])
        }
        var missing: [FileID] = []
        for id in unseen.unmounted where try !reading.isInTrash(id) { missing.append(id) }
        try setMissing(true, missing)
    }
}
