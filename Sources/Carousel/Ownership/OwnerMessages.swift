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
    case link(LinkRequest)
    case unlink
    case syncStatus
    /// Sync until nothing is left to do.
    case syncOnce
    /// Tell every change from now on, until the connection is closed.
    case follow
}

/// What the owner answers; `progress` and `changed` come any number of
/// times, the others end the request.
enum OwnerReply: Codable, Sendable {
    case progress(LibraryProgress)
    case changed([TimelineChange])
    case report(ScanReport)
    case performed(PerformedAction)
    case outcome(ActionOutcome)
    case syncStatus(SyncStatus)
    /// It is done, or nothing more will come: the owner closes, or the
    /// follower lagged.
    case done
    case failed(LibraryError)
}
