import Carousel

/// What the window says of the server: little while all is well.
struct SyncWords: Hashable {
    /// Beside the number of photos; nil when there is nothing to say.
    let line: String?
    /// What the user has to do; nil while nothing is asked of them.
    let demand: String?

    init(_ status: SyncStatus) {
        demand = status.state == .needsAttention ? status.problem : nil
        let waiting = [
            status.toUpload > 0 ? "\(EventWords.grouped(status.toUpload)) to upload" : nil,
            status.toSend > 0 ? "\(EventWords.grouped(status.toSend)) to send" : nil,
        ].compactMap(\.self).joined(separator: ", ")
        line =
            switch status.state {
            case .unlinked: nil
            case .upToDate:
                // All else is in step.
                status.toUpload > 0 ? status.hold.map { "\(waiting), \($0.words)" } : nil
            case .paused where status.isPausedByUser:
                ["sync paused", waiting].filter { !$0.isEmpty }.joined(separator: ", ")
            case .paused: waiting.isEmpty ? nil : "not syncing, \(waiting)"
            case .working: waiting.isEmpty ? nil : waiting
            case .offline: waiting.isEmpty ? "offline" : "offline, \(waiting)"
            case .needsAttention: "sync needs attention"
            }
    }

    /// Where a photo is, in a library that has a server; nil in another.
    static func place(of photo: PhotoDetails) -> String? {
        if photo.isPending, photo.serverCopies == 0 { return "not on the server yet" }
        guard photo.serverCopies > 0 else { return nil }
        let copies = photo.serverCopies > 1 ? ", \(photo.serverCopies) copies" : ""
        return (photo.isLocal ? "here and on the server" : "on the server") + copies
    }
}
