import Photos
import Store
import Synchronization
import Timeline

/// The files of a library, opened, and by which right.
struct OpenLibrary: Sendable {
    var store: LibraryStore
    var thumbnails: ThumbnailStore
    var timeline: LiveTimeline
    /// Held by the process that owns the library.
    var lock: OwnerLock?

    /// Opens as the owner when nobody else is, else as a guest.
    static func open(
        _ directory: LibraryDirectory, as role: PhotoLibrary.Role, showing shown: PhotoFilter
    ) throws(LibraryError) -> OpenLibrary {
        if role == .owner {
            try directory.make()
            if let lock = try OwnerLock(directory) {
                return try own(directory, lock, shown)
            }
        }
        do throws(LibraryError) {
            return try visit(directory, shown)
        } catch .olderVersion {
            // Nobody else has it: then it is brought up to date here, whoever
            // wants to read it.
            guard let lock = try OwnerLock(directory) else {
                throw .olderVersion(directory: directory.path.display)
            }
            defer { lock.release() }
            try LibraryError.converting { try LibraryStore.open(at: directory.path).close() }
        }
        return try visit(directory, shown)
    }

    private static func own(
        _ directory: LibraryDirectory, _ lock: OwnerLock, _ shown: PhotoFilter
    ) throws(LibraryError) -> OpenLibrary {
        try LibraryError.converting {
            let relay = CommitRelay()
            let store = try LibraryStore.open(at: directory.path) { relay.forward($0) }
            let thumbnails = try ThumbnailStore.open(at: directory.path, of: store.identity)
            var library = try OpenLibrary(store: store, thumbnails: thumbnails, showing: shown)
            library.lock = lock
            relay.connect(to: library.timeline)
            if thumbnails.wasMadeAnew {
                try store.write { transaction throws(StoreError) in
                    try transaction.setAllThumbnailsWanted()
                }
            }
            return library
        }
    }

    private static func visit(
        _ directory: LibraryDirectory, _ shown: PhotoFilter
    ) throws(LibraryError) -> OpenLibrary {
        try LibraryError.converting {
            let store = try LibraryStore.openReadOnly(at: directory.path)
            let thumbnails = try ThumbnailStore.openReadOnly(
                at: directory.path, of: store.identity)
            return try OpenLibrary(store: store, thumbnails: thumbnails, showing: shown)
        }
    }

    private init(
        store: LibraryStore, thumbnails: ThumbnailStore, showing shown: PhotoFilter
    ) throws(StoreError) {
        self.store = store
        self.thumbnails = thumbnails
        let last = try store.read { transaction throws(StoreError) in
            try transaction.lastEventID()
        }
        timeline = LiveTimeline(showing: shown, lastEventID: last ?? EventID(0))
    }
}

/// Leads the store's commits to the timeline, which can be made only after
/// the store was opened. Nothing is committed in between.
private final class CommitRelay: Sendable {
    private let timeline = Mutex<LiveTimeline?>(nil)

    func connect(to timeline: LiveTimeline) {
        self.timeline.withLock { $0 = timeline }
    }

    func forward(_ changes: [TimelineChange]) {
        guard let timeline = timeline.withLock({ $0 }) else {
            preconditionFailure("the store committed before its library was open")
        }
        timeline.apply(changes)
    }
}
