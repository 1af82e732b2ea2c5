import Media

extension PhotoLibrary {
    /// How well the library keeps up with its folders; the latest value wins.
    public var watchStatus: AsyncStream<WatchStatus> { watchCast.follow() }

    /// Scans all folders, and then takes in what changes in them as it
    /// happens, until the task is cancelled (`cancelled`) or the library
    /// closed. A burst of changes is taken in waves, four a second at most.
    /// What goes wrong is told in `watchStatus` and tried again.
    ///
    /// Folders that do not report their changes, because they are too many or
    /// on network drives, are walked from time to time; `watchStatus` tells.
    ///
    /// - Parameters:
    ///   - scanningFirst: false when a scan is asked for at the same time.
    ///   - sweep: how often.
    ///   - budget: folders listened to at most; a quarter of what the system
    ///     allows when nil.
    public func watch(
        _ options: ScanOptions = ScanOptions(), scanningFirst: Bool = true,
        sweep: Duration = .seconds(900), budget: Int? = nil
    ) async throws(LibraryError) {
        guard isOwner else { throw .notTheOwner }
        let bell = WatchBell()
        let watch = try await listen(budget) { bell.ring() }
        watching.withLock { $0 = watch }
        let sweeping = Task {
            while (try? await Task.sleep(for: sweep)) != nil { bell.ringForSweep() }
        }
        defer {
            sweeping.cancel()
            bell.end()
            watching.withLock { $0 = nil }
            watchCast.send(WatchStatus())
        }
        var watcher = LibraryWatch(self, watch, bell, options, sweep: sweep)
        try await watcher.run(scanningFirst: scanningFirst)
    }

    /// Waits for one of the system's listeners, of which each user has a few.
    private func listen(
        _ budget: Int?, onNews: @escaping @Sendable () -> Void
    ) async throws(LibraryError) -> FolderWatch {
        while true {
            do throws(MediaError) {
                return try FolderWatch(budget: budget, onNews: onNews)
            } catch {
                Log.shared.warning("folders cannot be watched: \(error)")
                var status = WatchStatus()
                status.failure = .storage(cause: error.description, isRetryable: true)
                watchCast.send(status)
            }
            guard (try? await Task.sleep(for: LibraryWatch.longestPause)) != nil else {
                throw .cancelled
            }
        }
    }

    func tell(_ watch: FolderWatch, sweep: Duration, failure: LibraryError? = nil) {
        var status = WatchStatus()
        status.isWatching = true
        status.failure = failure
        status.coverage = watch.coverage
        status.sweepSeconds = Int(sweep.components.seconds)
        if status != watchCast.value { watchCast.send(status) }
    }
}
