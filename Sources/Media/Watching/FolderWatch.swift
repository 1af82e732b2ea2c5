internal import CLinux
import Dispatch
import Glibc
public import Photos
import Synchronization

/// Listens for changes in folders, by inotify.
///
/// Folders are watched as walks come by (`FolderObserving`). At most `budget`
/// are: other programs need watches too. Those beyond, and those on network
/// drives, are counted in `coverage`; they have to be walked from time to
/// time.
///
/// A file that is being written counts as changed when it is closed, or has
/// been left alone for two seconds. What is told is what to look at, never
/// what is there: changes of one folder are one entry however many there are,
/// so the memory is bounded by the folders (about 200 bytes each).
public final class FolderWatch: FolderObserving {
    /// A file that nobody has written to for so long has settled.
    public static let settledAfter = Duration.seconds(2)

    private let descriptor: Int32
    private let stopEvent: Int32
    private let state: Mutex<WatchState>
    private let onNews: @Sendable () -> Void

    /// - Parameters:
    ///   - budget: folders watched at most; a quarter of what the system
    ///     allows a user when nil.
    ///   - onNews: called on a thread of the watch when there is something to
    ///     take.
    public init(
        budget: Int? = nil, onNews: @escaping @Sendable () -> Void
    ) throws(MediaError) {
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0 else {
            throw .unreadable(FilePath("inotify"), code: errno)
        }
        stopEvent = carousel_event_create()
        state = Mutex(WatchState(budget: budget ?? Self.standardBudget))
        self.onNews = onNews
        let listening = WatchListening(
            inotify: descriptor, stop: stopEvent,
            hear: { [weak self] in self?.hear($0) },
            mountsChanged: { [weak self] in self?.noteMounts() })
        DispatchQueue(label: "carousel.watch").async { listening.run() }
    }

    deinit {
        // The listening thread closes both.
        carousel_event_signal(stopEvent)
    }

    /// How much is watched now.
    public var coverage: WatchCoverage { state.withLock { $0.coverage } }

    public func willList(
        _ folder: FilePath, _ identity: FileIdentity, isWanted: Bool
    ) -> Bool {
        state.withLock { state in
            let isKnown = state.knows(identity)
            guard isWanted || !isKnown else { return false }
            guard !isKnown else { return true }
            let isRemote = Self.isRemote(folder)
            let number = isRemote || state.isFull ? -1 : watch(folder)
            state.add(folder, identity, number: number, isRemote: isRemote)
            return true
        }
    }

    /// A walk of everything below a folder begins: all of it is to be listed.
    public func beginWalk(of root: FilePath) {
        drop(below: root)
    }

    /// Nobody wants to know any more about what is below a folder.
    public func drop(below folder: FilePath) {
        let numbers = state.withLock { $0.drop(below: folder) }
        for number in numbers { inotify_rm_watch(descriptor, number) }
    }

    /// What has changed since the last call. Files that may still be written
    /// are told of later.
    public func takeChanges() -> FolderChanges {
        state.withLock { $0.takeChanges(now: .now) }
    }

    /// Whether a file is being written at the moment, as far as can be told.
    public func isBeingWritten(_ file: FilePath) -> Bool {
        state.withLock { $0.isBeingWritten(file, now: .now) }
    }

    /// Whether there is something to take now.
    public var hasNews: Bool { state.withLock { !$0.changes.isEmpty } }

    /// Whether a file is still to be told of.
    public var hasUnsettled: Bool { state.withLock { !$0.unsettled.isEmpty } }

    /// Whether nothing has happened in the folders that was not taken, and
    /// nothing can happen without being told.
    public var isQuiet: Bool {
        let isHeard = state.withLock {
            $0.coverage.isComplete && $0.coverage.watched > 0 && !$0.hasNews
        }
        guard isHeard else { return false }
        // What the system has to tell and nobody has read.
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&wait, 1, 0) == 0
    }

    private func watch(_ folder: FilePath) -> Int32 {
        let mask =
            IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_MODIFY
            | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
        return folder.withCString { inotify_add_watch(descriptor, $0, UInt32(mask)) }
    }

    private func hear(_ events: [WatchEvent]) {
        let (ended, hasNews) = state.withLock { state in
            let now = ContinuousClock.now
            return (events.flatMap { state.hear($0, now: now) }, state.hasNews)
        }
        // Watches move along with what they watch, and would tell wrong paths.
        for number in ended { inotify_rm_watch(descriptor, number) }
        if hasNews { onNews() }
    }

    private func noteMounts() {
        state.withLock { $0.changes.hasMounts = true }
        onNews()
    }

    /// Drives that other machines change too.
    private static func isRemote(_ folder: FilePath) -> Bool {
        // NFS, SMB, CIFS, SMB2, AFS, Ceph, Coda, 9P, FUSE.
        let remote: Set<UInt32> = [
            0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x5346_414F, 0x00C3_6400, 0x7375_7245,
            0x0102_1997, 0x6573_5546,
        ]
        return remote.contains(folder.withCString { carousel_file_system($0) })
    }

    private static var standardBudget: Int {
        let path = FilePath("/proc/sys/fs/inotify/max_user_watches")
        let text = (try? OpenFile(path).readUpTo(32)) ?? []
        let limit = Int(String(decoding: text.prefix { $0 != 10 }, as: UTF8.self)) ?? 8192
        return max(1024, limit / 4)
    }
}
