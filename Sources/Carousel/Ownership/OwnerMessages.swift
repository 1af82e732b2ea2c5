import Photos

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
    /// Records of these photos were added, changed or removed. Nil when
    /// there were too many to name: everything is to be read again.
    case changed([LUID]?)
    case report(ScanReport)
    case done
    case failed(LibraryError)
}
