import Photos
import Store

/// What another process asks of the owner of a library: one JSON object a
/// line over the library's socket.
enum OwnerRequest: Codable, Sendable {
    case addRoot(FilePath)
    case removeRoot(FilePath)
    case setRoot(FilePath, FolderSettings)
    case scan([FilePath], ScanOptions)
    case perform(PhotoAction, [LUID], OperationID)
    case undo(OperationID, as: OperationID)
    /// Tell what became of an act, once its files are moved.
    case outcome(OperationID)
    /// Record what the user did in conversations, all of it or nothing.
    case converse([ConversationStep])
    case markSeen(ConversationID, upTo: Int64)
    /// Forget an act in a conversation that has failed.
    case discard(OperationID)
    case link(LinkRequest)
    case unlink
    case syncStatus
    /// Sync until nothing is left to do, or the server cannot be reached for
    /// so long.
    case syncOnce(patience: Duration)
    /// Send and ask nothing any more, or go on.
    case pauseSync(Bool)
    /// Tell every change from now on, until the connection is closed.
    case follow
}

/// What the owner answers; `progress`, `changing` and `changed` come any number
/// of times, the others end the request.
enum OwnerReply: Codable, Sendable {
    case progress(LibraryProgress)
    /// A part of a change that goes on in the next reply.
    case changing([TimelineChange])
    case changed([TimelineChange])
    case report(ScanReport)
    case performed(PerformedAction)
    case outcome(ActionOutcome)
    case syncStatus(SyncStatus)
    /// It is done, or nothing more will come: the owner closes, or the
    /// follower lagged.
    case done
    case failed(LibraryError)

    /// Changes in one reply, so that it stays a short line: some 200 bytes
    /// each.
    private static let mostChanges = 4096

    /// One change of the timeline, in as many replies as it takes.
    static func replies(of changes: [TimelineChange]) -> [OwnerReply] {
        var replies: [OwnerReply] = []
        var rest = changes[...]
        while rest.count > mostChanges {
            replies.append(.changing(Array(rest.prefix(mostChanges))))
            rest = rest.dropFirst(mostChanges)
        }
        return replies + [.changed(Array(rest))]
    }
}
