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
        let unseen = outcome.known.unseenFiles
        let isEmptied = walk.files == 0 && !unseen.isEmpty
        try write { transaction throws(StoreError) in
            guard walk.root != nil, !isEmptied else {
                try transaction.setAvailable(false, id)
                return
            }
            try transaction.setAvailable(true, id)
            guard walk.reachedEnd else { return }
            let gone = try transaction.reading.filesToRead(unseen)
                .filter { walk.proves(absenceOf: $0.path) }.map(\.id)
            for id in gone where try !transaction.reading.isInTrash(id) {
                try transaction.removeFiles([id])
            }
            guard walk.sawEverything else { return }
            try transaction.removeProblems(outcome.known.unseenProblems)
            try transaction.finishWalk(of: id)
        }
    }
}
