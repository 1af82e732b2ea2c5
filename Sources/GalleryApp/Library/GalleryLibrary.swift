import Carousel
import Photos
import Rendering
import Timeline

/// Reads and decodes thumbnails of shared photos to so many pixels a side.
public typealias SharedPixels =
    @Sendable ([ConversationView.Item], ThumbnailSize, _ side: Int) -> [SquarePixels?]

/// What the gallery needs of a photo library.
///
/// The functions without `async` answer from memory or with one short read
/// of a database.
public nonisolated protocol GalleryLibrary: Sendable {
    /// The timeline now and whenever it has changed; values in between may be
    /// skipped. Ends when the library is closed.
    var snapshots: AsyncStream<Snapshot> { get }

    /// The photos that the user has hidden or deleted, likewise.
    func snapshots(of collection: PhotoCollection) -> AsyncStream<Snapshot>

    /// What the library is doing, likewise.
    var progress: AsyncStream<LibraryProgress> { get }

    /// How the library and its server stand, likewise; `unlinked` for one that
    /// has none.
    var syncStatuses: AsyncStream<SyncStatus> { get }

    /// The folders whose photos are in the library.
    func roots() throws(LibraryError) -> [Root]

    /// Says what of a folder is taken in and whether it is uploaded.
    func setRoot(_ folder: FilePath, _ settings: FolderSettings) async throws(LibraryError)

    /// Sends and asks nothing of the server until `resumeSync`.
    func pauseSync() async throws(LibraryError)

    func resumeSync() async throws(LibraryError)

    /// Lets uploads wait, or go on when the reason is nil.
    func holdUploads(_ hold: UploadHold?) async

    /// The decoder of stored thumbnails, for any thread.
    var thumbnails: any ThumbnailDecoding { get }

    /// Takes folders into the library and looks for new, changed and vanished
    /// files in all folders that it has.
    func lookThrough(adding folders: [FilePath]) async throws(LibraryError)

    /// Takes in what changes in the folders as it happens; returns when it
    /// cannot, or the library is closed.
    func keepUp() async throws(LibraryError)

    /// All that is known of a photo; nil when it is gone.
    func details(of photo: LUID) throws(LibraryError) -> PhotoDetails?

    /// The photo's picture, upright and in sRGB, as a JPEG whose longer side
    /// has at most `maxSide` pixels; of a video its poster.
    func picture(of photo: LUID, maxSide: Int) async throws(LibraryError) -> [UInt8]

    /// Does something to photos: on disk and in the snapshots when it
    /// returns.
    func perform(
        _ action: PhotoAction, on photos: [LUID]
    ) async throws(LibraryError) -> PerformedAction

    /// Takes an act back.
    func undo(_ operation: OperationID) async throws(LibraryError) -> PerformedAction

    /// Waits until the files of an act are moved, and tells which could not.
    func outcome(of operation: OperationID) async throws(LibraryError) -> ActionOutcome

    /// The files that were seen and are not shown in full.
    func problems() throws(LibraryError) -> [Problem]

    /// Yields once, and then whenever a conversation has changed.
    var conversationChanges: AsyncStream<Int> { get }

    /// The conversations, the one with the newest message first.
    func conversations() throws(LibraryError) -> [ConversationSummary]

    /// A conversation with its messages; nil when there is none of that id.
    func conversation(_ id: ConversationID) throws(LibraryError) -> ConversationView?

    /// Shares photos, uploaded or not: kept, and in the conversation, when it
    /// returns.
    func share(
        _ photos: [LUID], to destination: ShareDestination, message: String?
    ) async throws(LibraryError) -> SharedMessage

    /// Sends a message without photos, likewise.
    func say(_ text: String, in conversation: ConversationID) async throws(LibraryError)
        -> MessageID

    /// Likes a message or one photo of it, or takes that back.
    func like(
        _ message: MessageID, place: Int?, in conversation: ConversationID, _ isLiked: Bool
    ) async throws(LibraryError)

    /// Takes shared photos into the own library.
    func save(
        _ places: [Int], of message: MessageID, in conversation: ConversationID
    ) async throws(LibraryError)

    /// Gives square pictures of items of conversations, in their order, for
    /// any thread; nil where there is none yet. It keeps its buffers: ask for
    /// it once.
    var sharedPixels: SharedPixels { get }

    /// The person has seen what is stored of a conversation.
    func markSeen(_ conversation: ConversationID) async throws(LibraryError)

    /// Ends all work and lets go of the files.
    func close() async
}
