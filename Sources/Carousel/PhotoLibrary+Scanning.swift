import Glibc
import Media
import Photos
import Store

extension PhotoLibrary {
    /// Takes folders, with all below them, into the library, and looks again
    /// at those it has. Returns when metadata, hashes and thumbnails are
    /// complete; the photos are in the snapshot long before.
    ///
    /// - Parameters:
    ///   - folders: absolute paths; all folders of the library when there is
    ///     none. A folder within one that the library has stands for that.
    ///   - progress: called on any thread.
    public func scan(
        _ folders: [FilePath] = [], _ options: ScanOptions = ScanOptions(),
        progress: @escaping @Sendable (LibraryProgress) -> Void = { _ in }
    ) async throws(LibraryError) -> ScanReport {
        guard isOwner else {
            let connection = OwnerConnection(directory: directory)
            let reply = try await connection.run(.scan(folders, options), progress: progress)
            guard case .report(let report) = reply else {
                throw .owner(cause: "it answered something else")
            }
            return report
        }
        let following = Task {
            for await value in self.progress {
                progress(value)
            }
        }
        defer { following.cancel() }
        return try await scans.run { try await self.scanNow(folders, options) }
    }

    private func scanNow(
        _ folders: [FilePath], _ options: ScanOptions
    ) async throws(LibraryError) -> ScanReport {
        let clock = ContinuousClock()
        let start = clock.now
        let roots = try await intake.add(folders, besides: directory)
        var report = try await newScan().run(roots, options)
        try await afterScan()
        report.seconds = (clock.now - start) / .seconds(1)
        return report
    }

    /// A scan as of now.
    func newScan() -> LibraryScan {
        LibraryScan(
            intake: intake, thumbnails: opened.thumbnails, decoders: decoders, workers: workers,
            progress: progressCast, today: LocalClock.now,
            ownFolders: directory.identities.union(trash.identities), walks: walks,
            watch: watching.withLock { $0 }, wantedSoon: wantedSoon)
    }

    /// What follows from what a scan found.
    func afterScan() async throws(LibraryError) {
        // Drives may be back, and files that were deleted.
        try await finishMoves()
        try await trashMoves.revive()
        try await keepEvents()
    }

    /// Does for another process what it asks.
    func answer(
        _ request: OwnerRequest, _ reply: @escaping @Sendable (OwnerReply) -> Bool
    ) async -> OwnerReply {
        switch request {
        case .addRoot(let folder):
            return await Self.replying { () throws(LibraryError) in
                try await addRoot(folder)
                return .done
            }
        case .removeRoot(let folder):
            return await Self.replying { () throws(LibraryError) in
                try await removeRoot(folder)
                return .done
            }
        case .setRoot(let folder, let settings):
            return await Self.replying { () throws(LibraryError) in
                try await setRoot(folder, settings)
                return .done
            }
        case .scan(let folders, let options):
            return await Self.replying { () throws(LibraryError) in
                .report(try await scan(folders, options) { _ = reply(.progress($0)) })
            }
        case .perform(let action, let photos, let id):
            return await Self.replying { () throws(LibraryError) in
                .performed(try await perform(action, on: photos, as: id))
            }
        case .undo(let operation, let inverse):
            return await Self.replying { () throws(LibraryError) in
                .performed(try await undo(operation, as: inverse))
            }
        case .outcome(let operation):
            return await Self.replying { () throws(LibraryError) in
                .outcome(try await outcome(of: operation))
            }
        case .converse(let steps):
            return await Self.replying { () throws(LibraryError) in
                try await converse(steps)
                return .done
            }
        case .markSeen(let conversation, let sequence):
            return await Self.replying { () throws(LibraryError) in
                try await markSeen(conversation, upTo: sequence)
                return .done
            }
        case .discard(let operation):
            return await Self.replying { () throws(LibraryError) in
                try await discard(operation)
                return .done
            }
        case .link(let request):
            return await Self.replying { () throws(LibraryError) in
                try await link(request)
                return .done
            }
        case .unlink:
            return await Self.replying { () throws(LibraryError) in
                try await unlink()
                return .done
            }
        case .syncStatus:
            return await Self.replying { () throws(LibraryError) in
                .syncStatus(try await syncStatus())
            }
        case .syncOnce(let patience):
            return await Self.replying { () throws(LibraryError) in
                .syncStatus(try await syncOnce(patience: patience))
            }
        case .pauseSync(let isPaused):
            return await Self.replying { () throws(LibraryError) in
                try await setSyncPaused(isPaused)
                return .done
            }
        case .follow:
            guard let changes = opened.timeline.changes.follow() else { return .failed(.closed) }
            // Says that from now on nothing is missed.
            guard reply(.changed([])) else { return .done }
            for await changes in changes {
                guard OwnerReply.replies(of: changes).allSatisfy(reply) else { break }
            }
            return .done
        }
    }

    private static func replying(
        _ work: () async throws(LibraryError) -> OwnerReply
    ) async -> OwnerReply {
        do throws(LibraryError) {
            return try await work()
        } catch {
            return .failed(error)
        }
    }
}

extension LibraryDirectory {
    /// What a walk of the user's folders must not enter.
    var identities: Set<FileIdentity> {
        guard let identity = try? FileIdentity(of: path) else { return [] }
        return [identity]
    }
}

extension Trash {
    /// Likewise: what is deleted is not found again.
    var identities: Set<FileIdentity> {
        guard let identity = try? FileIdentity(of: home) else { return [] }
        return [identity]
    }
}
