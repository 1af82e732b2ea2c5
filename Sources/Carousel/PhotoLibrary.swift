import Dispatch
import Glibc
import Media
import Photos
import Store
import Synchronization
import Timeline

/// A photo library: all photos of some folders in one timeline.
///
/// One process owns a library and changes it. Others that open it are its
/// guests: they see the same photos, follow every change, and what they ask
/// for is done by the owner. No file of the user's is ever changed; files of
/// photos that the user deletes are moved to the trash.
///
///     let library = try await PhotoLibrary.open(.standard)
///     try await library.scan([FilePath("/home/me/Pictures")])
///     for await snapshot in library.snapshots { … }
public final class PhotoLibrary: Sendable {
    /// By which right a library is open.
    public enum Role: Sendable {
        /// May change the library, or has the owning process change it.
        case owner
        /// Reads what is stored, and neither makes a library nor follows
        /// changes.
        case reader
    }

    let directory: LibraryDirectory
    let opened: OpenLibrary
    let progressCast = Broadcast(LibraryProgress.idle)
    let decoders: DecoderPool
    /// Decoder processes at most.
    let workers: Int
    let intake: Intake
    let scans = ScanLine()
    let walks = WalksUnderWay()
    let actions: UserActions
    let trash: Trash
    let trashMoves: TrashMoves
    /// Listens while the library keeps up with its folders.
    let watching = Mutex<FolderWatch?>(nil)
    let watchCast = Broadcast(WatchStatus())
    /// Photos whose thumbnails were found missing since the library was
    /// opened.
    let missingThumbnails = Mutex<Set<LUID>>([])
    /// Photos somebody looks at whose thumbnails are not there.
    let wantedSoon = WantedSoon()
    /// The link with a server; nil while there is none.
    let linked = Mutex<LinkedLibrary?>(nil)
    /// The same, for those who change the library.
    let syncLink = SyncLink()
    let syncCast = Broadcast(SyncStatus())
    /// Counts the changes of conversations that this process has made.
    let conversationCast = Broadcast(0)
    /// Sends and reads conversations, while this process syncs.
    let conversationExchange = Mutex<ConversationExchange?>(nil)
    /// Whether this process is to sync as soon as the library is linked.
    let wantsSync = Mutex(false)
    /// Why uploads wait; nil when they do not.
    let uploadHold = Mutex<UploadHold?>(nil)
    /// Rung when thumbnails are wanted that the server may have.
    let serverBell = Mutex<LibraryDisk?>(nil)
    /// Takes the server's token; a file does when nil.
    let secrets: (any SecretKeeping)?
    /// Whether it was opened to read alone.
    let isReader: Bool
    private let loading: Task<Void, any Error>
    private let events: EventKeeping
    /// Runs while the library is open: the owner's listener or the guest's
    /// following.
    private let connection = Mutex<Connection>(.none)

    private enum Connection: Sendable {
        case none
        case listening(OwnerListener)
        case following(Task<Void, Never>)
    }

    private init(
        _ directory: LibraryDirectory, _ opened: OpenLibrary, _ loading: Task<Void, any Error>,
        isReader: Bool, trash: Trash, workers: Int, secrets: (any SecretKeeping)?
    ) {
        self.secrets = secrets
        self.isReader = isReader
        self.directory = directory
        self.opened = opened
        self.loading = loading
        self.workers = workers
        decoders = DecoderPool(executable: DecoderPool.standardExecutable, workers: workers)
        intake = Intake(store: opened.store, thumbnails: opened.thumbnails, link: syncLink)
        events = EventKeeping(store: opened.store)
        actions = UserActions(store: opened.store, walks: walks, link: syncLink)
        self.trash = trash
        trashMoves = TrashMoves(store: opened.store, trash: trash, link: syncLink)
    }

    /// Opens a library, and makes it where it is missing. The newest photos
    /// are in the snapshot when it returns; the rest follows (`loaded`).
    ///
    /// - Parameters:
    ///   - shown: which photos are in the timeline.
    ///   - trash: where files of deleted photos go.
    ///   - workers: decoder processes at most; one a processor core when nil.
    ///   - secrets: takes the token of a server; a file when nil.
    public static func open(
        _ directory: LibraryDirectory = .standard, as role: Role = .owner,
        showing shown: PhotoFilter = .visible, trash: Trash = .ofUser, workers: Int? = nil,
        secrets: (any SecretKeeping)? = nil
    ) async throws(LibraryError) -> PhotoLibrary {
        let opened = try OpenLibrary.open(directory, as: role, showing: shown)
        // A guest listens before it reads: what changes in between is then
        // heard, and the loader does not overwrite it.
        let isGuest = role == .owner && opened.lock == nil
        let following = isGuest ? await Following.begin(in: directory) : nil
        let loading = try LibraryError.converting {
            try TimelineLoading(store: opened.store, timeline: opened.timeline).start()
        }
        let library = PhotoLibrary(
            directory, opened, loading, isReader: role == .reader, trash: trash,
            workers: workers ?? processorCount(), secrets: secrets)
        if let following {
            let (timeline, store) = (opened.timeline, opened.store)
            let task = Task { await following.apply(to: timeline, readingAnewFrom: store) }
            library.connection.withLock { $0 = .following(task) }
        } else if opened.lock != nil {
            try library.openLink()
            try library.listen()
            try await library.actions.forgetOld()
            // What a former owner did not come to.
            library.moveFiles()
        }
        return library
    }

    /// Whether this process owns the library.
    public var isOwner: Bool { opened.lock != nil }

    /// Returns when the process that owns the library has closed it; at once
    /// in that process. Whoever opens the library next owns it.
    public func ownerHasClosed() async throws(LibraryError) {
        if !isOwner { await Following.begin(in: directory)?.untilTheEnd() }
        if Task.isCancelled { throw .cancelled }
    }

    /// The timeline as it is now.
    public var snapshot: Snapshot { opened.timeline.snapshot }

    /// The timeline as it changes, beginning with what it is now; the latest
    /// snapshot wins.
    public var snapshots: AsyncStream<Snapshot> { opened.timeline.follow() }

    /// What the library is doing; the latest value wins.
    public var progress: AsyncStream<LibraryProgress> { progressCast.follow() }

    /// Waits until every stored photo is in the snapshot.
    public func loaded() async throws(LibraryError) {
        try await LibraryError.converting { try await loading.value }
    }

    /// Ends all work in good order. What is done is kept, the rest goes on
    /// at the next scan.
    public func close() async {
        await scans.cancelAll()
        await linked.withLock({ $0 })?.stop()
        trashMoves.stop()
        // Whoever owns the library next must find no file half-way.
        await trashMoves.finished()
        switch connection.withLock({ $0 }) {
        case .none: break
        case .listening(let listener): listener.stop()
        case .following(let task):
            task.cancel()
            await task.value
        }
        await decoders.shutDown()
        // Nobody looks at the timeline any more; closing the files under its
        // reader would fail.
        loading.cancel()
        _ = await loading.result
        opened.timeline.close()
        progressCast.finish()
        watchCast.finish()
        syncCast.finish()
        conversationCast.finish()
        opened.thumbnails.close()
        opened.store.close()
        opened.lock?.release()
    }

    /// Stores what the live timeline made of its events, so that they have
    /// the same ids after a restart.
    func keepEvents() async throws(LibraryError) {
        try await loaded()
        do throws(StoreError) {
            try await events.keep(snapshot)
        } catch {
            throw LibraryError(error)
        }
    }

    private func listen() throws(LibraryError) {
        let listener = try OwnerListener(in: directory) { [weak self] request, reply in
            guard let self else { return .failed(.closed) }
            return await self.answer(request, reply)
        }
        connection.withLock { $0 = .listening(listener) }
    }
}

/// Processor cores that are switched on.
func processorCount() -> Int {
    max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
}
