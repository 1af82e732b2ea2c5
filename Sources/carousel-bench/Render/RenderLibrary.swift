import Carousel
import GalleryApp
import Photos
import Rendering
import Synchronization
import Timeline

/// A library made up for the renderer: a real accumulator and stored
/// thumbnails, no files.
final class RenderLibrary: GalleryLibrary {
    private let accumulator = Accumulator()
    private let followers = Mutex<[AsyncStream<Snapshot>.Continuation]>([])
    let decoder: CountingDecoder

    init(_ made: MadePhotos, _ pictures: StoredPictures) {
        decoder = CountingDecoder(pictures.decoder)
        let photos = made.newestFirst()
        for start in stride(from: 0, to: photos.count, by: 50_000) {
            var transaction = accumulator.loaderTransaction()
            for index in start..<min(start + 50_000, photos.count) {
                transaction.addPhoto(photos[index])
            }
            transaction.commit()
        }
        accumulator.finishLoading()
    }

    var snapshot: Snapshot { accumulator.snapshot }

    /// Changes the timeline and tells who follows it.
    func change(_ edit: (inout Transaction) -> Void) {
        var transaction = accumulator.transaction()
        edit(&transaction)
        let snapshot = transaction.commit()
        followers.withLock { followers in
            for follower in followers {
                follower.yield(snapshot)
            }
        }
    }

    var snapshots: AsyncStream<Snapshot> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Snapshot.self, bufferingPolicy: .bufferingNewest(1))
        continuation.yield(accumulator.snapshot)
        followers.withLock { $0.append(continuation) }
        return stream
    }

    var syncStatuses: AsyncStream<SyncStatus> {
        AsyncStream { $0.yield(SyncStatus()) }
    }

    func snapshots(of collection: PhotoCollection) -> AsyncStream<Snapshot> {
        AsyncStream { $0.yield(.empty) }
    }

    var progress: AsyncStream<LibraryProgress> {
        AsyncStream { $0.yield(.idle) }
    }

    var thumbnails: any ThumbnailDecoding { decoder }

    func lookThrough(adding folders: [FilePath]) async throws(LibraryError) {}

    func keepUp() async throws(LibraryError) {}

    func details(of photo: LUID) throws(LibraryError) -> PhotoDetails? { nil }

    func picture(of photo: LUID, maxSide: Int) async throws(LibraryError) -> [UInt8] {
        throw .noSuchPhoto(photo)
    }

    func perform(
        _ action: PhotoAction, on photos: [LUID]
    ) async throws(LibraryError) -> PerformedAction {
        throw .noSuchPhoto(photos[0])
    }

    func undo(_ operation: OperationID) async throws(LibraryError) -> PerformedAction {
        PerformedAction(operation: operation, photos: [])
    }

    func outcome(of operation: OperationID) async throws(LibraryError) -> ActionOutcome {
        ActionOutcome()
    }

    func roots() throws(LibraryError) -> [Root] { [] }

    func setRoot(_ folder: FilePath, _ settings: FolderSettings) async throws(LibraryError) {
        throw .notAFolderOfTheLibrary(folder.display)
    }

    func pauseSync() async throws(LibraryError) {}

    func resumeSync() async throws(LibraryError) {}

    func holdUploads(_ hold: UploadHold?) async {}

    func problems() throws(LibraryError) -> [Problem] { [] }

    var conversationChanges: AsyncStream<Int> { AsyncStream { $0.yield(0) } }

    func conversations() throws(LibraryError) -> [ConversationSummary] { [] }

    func conversation(_ id: ConversationID) throws(LibraryError) -> ConversationView? { nil }

    func share(
        _ photos: [LUID], to destination: ShareDestination, message: String?
    ) async throws(LibraryError) -> SharedMessage {
        throw .server(.notLinked)
    }

    func say(
        _ text: String, in conversation: ConversationID
    ) async throws(LibraryError) -> MessageID {
        throw .server(.notLinked)
    }

    var sharedPixels: SharedPixels { { items, _, _ in items.map { _ in nil } } }

    func like(
        _ message: MessageID, place: Int?, in conversation: ConversationID, _ isLiked: Bool
    ) async throws(LibraryError) {
        throw .server(.notLinked)
    }

    func save(
        _ places: [Int], of message: MessageID, in conversation: ConversationID
    ) async throws(LibraryError) {
        throw .server(.notLinked)
    }

    func markSeen(_ conversation: ConversationID) async throws(LibraryError) {
        throw .server(.notLinked)
    }

    func close() async {
        followers.withLock { $0.forEach { $0.finish() } }
    }
}
