import Photos
import Store

/// What another process asks of the owner of a library: one JSON object a
/// line over the library's socket.
enum OwnerRequest: Codable, Sendable {
    case addRoot(FilePath)
    case scan([FilePath], ScanOptions)
    /// Tell every change from now on, until the connection is closed.
    case follow
}

/// What the owner answers; `progress` and `changed` come any number of
/// times, the others end the request.
enum OwnerReply: Codable, Sendable {
    case progress(LibraryProgress)
    case changed([TimelineChange])
    case report(ScanReport)
    /// It is done, or nothing more will come: the owner closes, or the
    /// follower lagged.
    case done
    case failed(LibraryError)
}
