import Media

extension PhotoLibrary {
    /// How well the library keeps up with its folders; the latest value wins.
    public var watchStatus: AsyncStream<WatchStatus> { watchCast.follow() }

    /// Scans all folders, and then takes in what changes in them as it
    /// happens, until the task is cancelled (`cancelled`) or the library
    /// closed. A burst of changes is taken in waves, four a second at most.
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
        let watch: FolderWatch
        do throws(MediaError) {
            watch = try FolderWatch(budget: budget) { bell.ring() }
        } catch {
            throw .storage(cause: error.description, isRetryable: true)
        }
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

    func tell(_ watch: FolderWatch, sweep: Duration) {
        var status = WatchStatus()
        status.isWatching = true
        status.coverage = watch.coverage
        status.sweepSeconds = Int(sweep.components.seconds)
        if status != watchCast.value { watchCast.send(status) }
    }
}
