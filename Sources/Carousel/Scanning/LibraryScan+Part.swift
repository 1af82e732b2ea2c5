import Media
import Photos
import Store

extension LibraryScan {
    /// Looks at what has changed and takes it in; hashes and thumbnails are
    /// left to `complete`.
    func take(_ parts: [(root: RootRow, part: RootPart)]) async throws(LibraryError) {
        progress.send(LibraryProgress(stage: .reading))
        defer { progress.send(.idle) }
        let hashing = Hashing()
        let all = try await intake.roots()
        var outcomes: [(RootID, RootScan.Outcome)] = []
        for (root, part) in parts {
            let outcome = try await walk(root, part, among: all, hashing)
            _ = try await hashAtGate(outcome.placements.hashSoon, hashing)
            outcomes.append((root.id, outcome))
        }
        // Behind all of them: a file that moved from one to the other has its
        // photo by then.
        for (root, outcome) in outcomes
        where try await !intake.concludePart(root, outcome) {
            walks.note(.inPart)
        }
    }

    /// Hashes and draws what is left to be.
    ///
    /// - Parameter hearsEverything: whether no change can have escaped: then
    ///   edits are judged, unless there are files that cannot be looked at.
    func complete(
        _ options: ScanOptions, hearsEverything: Bool
    ) async throws(LibraryError) -> Completion {
        defer { progress.send(.idle) }
        _ = try await finish(options, Hashing())
        guard !yields() else { return .interrupted }
        try await intake.placeTimesInUTC()
        let holdsWishes = await intake.seat?.holdsWishes ?? false
        guard try await intake.hasUnsettledFiles() || holdsWishes else { return .done }
        switch walks.blindness {
        case .none: guard hearsEverything else { return .needsWalk }
        case .inPart: return .needsWalk
        // Another walk would tell no more; the next one that is due does.
        case .inWhole: return .done
        }
        if let seat = await intake.seat {
            try await intake.noteCompleteWatch(telling: seat)
        }
        _ = try await intake.settleAll(judgesEdits: true)
        // An edit's thumbnails are wanted only now.
        if options.thumbnails { try await making.run() }
        return yields() ? .interrupted : .done
    }

    /// How the work behind taking in has ended.
    enum Completion {
        case done
        /// The rest was left for later.
        case interrupted
        /// Files wait for a complete walk.
        case needsWalk
    }
}
