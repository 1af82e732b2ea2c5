import HTTPTransport
import Photos
import Sync

/// What a server can do, by which the drivers know what to ask of it.
struct BackendCapabilities: Hashable, Sendable {
    /// Flags are kept by the server.
    var keepsFlags: Bool
    /// It tells which contents it has and which were deleted.
    var knowsContents: Bool
    /// It has the facts of photos in its feed, and their thumbnails.
    var hasPhotoFacts: Bool
    /// Thumbnails of one question at most.
    var thumbnailBatch: Int
    /// Contents of one question at most.
    var haveBatch: Int

    /// The public service: files, a change feed and nothing of photos.
    static let plainFiles = BackendCapabilities(
        keepsFlags: false, knowsContents: false, hasPhotoFacts: false, thumbnailBatch: 25,
        haveBatch: 0)
}

/// A server as the drivers see it. Every call is one question; none decides
/// anything, waits between tries or keeps state of the library.
protocol SyncBackend: Sendable {
    var capabilities: BackendCapabilities { get }

    /// The conversations of the server; nil when it keeps none.
    var conversations: (any ConversationBackend)? { get }

    /// Posts photos that are on the server to a conversation.
    func post(
        _ text: String?, _ photos: [Share.SharedPhoto], to conversation: ConversationID,
        as id: OperationID
    ) async throws(ServerProblem) -> Answer

    /// A page of the feed behind a cursor, or of a new listing; nil when the
    /// cursor is of no use any more.
    func page(after cursor: String?) async throws(ServerProblem) -> ServerPage?

    /// Waits until there is something behind the cursor, for minutes.
    func waitForChanges(after cursor: String) async throws(ServerProblem) -> Answer

    /// Answers everything but the feed and uploads.
    func answer(_ request: Request) async throws(ServerProblem) -> Answer

    /// Sends the bytes of a file.
    func upload(_ order: UploadOrder) async throws(ServerProblem) -> Answer

    /// Small pictures of contents, in their order. A call with more than
    /// `thumbnailBatch` is refused.
    func thumbnails(
        of contents: [ContentHash], _ size: ThumbnailSize
    ) async throws(ServerProblem) -> [ServerThumbnail]

    /// Streams the bytes of a photo that was shared into a sink.
    func downloadShared(
        _ place: Int, of message: MessageID, in conversation: ConversationID,
        into sink: ([UInt8]) async throws -> Void
    ) async throws(ServerProblem)

    /// Streams the bytes of a photo's content into a sink, from an offset on.
    func download(
        _ photo: ServerPhoto, from offset: Int64, into sink: ([UInt8]) async throws -> Void
    ) async throws(ServerProblem)
}

/// A page of the feed, with what the server knows of each photo besides.
struct ServerPage: Sendable {
    var page: Page
    var contents: [ServerFacts]
}

/// What a server says of a content.
struct ServerFacts: Hashable, Sendable {
    var photo: ServerPhotoID
    var hash: ContentHash
    /// Where a file of it lies.
    var path: String
    var metadata: PhotoMetadata
    /// Nil while the server has no thumbnails of it.
    var thumbHash: ThumbHash?
    /// Whether the server is still to look at it.
    var isPending: Bool
}

/// A thumbnail that a server was asked for.
enum ServerThumbnail: Hashable, Sendable {
    case jpeg([UInt8])
    /// It will be there later.
    case pending
    /// There is none and will be none.
    case none
}
