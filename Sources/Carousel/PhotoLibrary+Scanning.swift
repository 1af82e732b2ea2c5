import Glibc
import Media
import Photos
import Store

extension PhotoLibrary {
    /// The folders whose photos are in the library, first added first.
    public func roots() throws(LibraryError) -> [Root] {
        try LibraryError.converting {
            try opened.store.read { transaction throws(StoreError) in
                try transaction.roots()
            }
        }.map { Root(path: $0.path, isAvailable: $0.isAvailable) }
    }

    /// Adds a folder to the library; its photos come with the next scan.
    public func addRoot(_ folder: FilePath) async throws(LibraryError) {
        guard isOwner else {
            _ = try await OwnerConnection(directory: directory).run(.addRoot(folder))
            return
        }
        _ = try await intake.add([folder], besides: directory)
    }

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
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let today = LocalClock.reading(
            ofNanoseconds: Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec))
        let scan = LibraryScan(
            intake: intake, thumbnails: opened.thumbnails, decoders: decoders, workers: workers,
            progress: progressCast, today: today ?? CaptureTime(milliseconds: .max),
            ownFolders: directory.identities)
        var report = try await scan.run(roots, options)
        try await keepEvents()
        report.seconds = (clock.now - start) / .seconds(1)
        return report
    }

    /// Does for another process what it asks.
    func answer(
        _ request: OwnerRequest, _ reply: @escaping @Sendable (OwnerReply) -> Bool
    ) async -> OwnerReply {
        switch request {
        case .addRoot(let folder):
            do throws(LibraryError) {
                try await addRoot(folder)
                return .done
            } catch {
                return .failed(error)
            }
        case .scan(let folders, let options):
            do throws(LibraryError) {
                return .report(
                    try await scan(folders, options) { _ = reply(.progress($0)) })
            } catch {
                return .failed(error)
            }
        case .follow:
            let changes = opened.timeline.changes.follow()
            // Says that from now on nothing is missed.
            guard reply(.changed([])) else { return .done }
            for await changes in changes {
                guard reply(.changed(changes)) else { break }
            }
            return .done
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
