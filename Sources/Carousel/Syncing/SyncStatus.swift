import Photos

/// How a library and its server stand.
public struct SyncStatus: Hashable, Sendable, Codable {
    public enum State: String, Hashable, Sendable, Codable {
        /// There is no server.
        case unlinked
        /// Nothing is sent or asked: no program is syncing, or the user has
        /// paused it.
        case paused
        case upToDate = "up_to_date"
        case working
        /// The server cannot be reached; what is done is kept.
        case offline
        /// Nothing goes on without the user.
        case needsAttention = "needs_attention"
    }

    public var state = State.unlinked
    /// The server's address.
    public var server: String?
    /// The account's id there.
    public var account: String?
    /// Why the server cannot be asked, or what the user has to do.
    public var problem: String?
    /// Photos that are still to be uploaded.
    public var toUpload = 0
    /// Acts on photos that the server has not confirmed yet.
    public var toSend = 0
    /// Photos that the server has.
    public var onServer = 0
    /// Uploads and acts that ended with something to tell.
    public var failed = 0

    /// Whether the user has paused the syncing.
    public var isPausedByUser = false
    /// Why uploads wait while all else goes on; nil when they do not.
    public var hold: UploadHold?

    public init() {}
}

/// Why uploads wait for better times.
public enum UploadHold: String, Hashable, Sendable, Codable {
    /// The network is paid for by its use.
    case meteredNetwork = "metered_network"
    /// The machine runs on its battery.
    case battery

    /// A few words for a person.
    public var words: String {
        switch self {
        case .meteredNetwork: "uploads wait for a network that is not metered"
        case .battery: "uploads wait for mains power"
        }
    }
}

extension SyncStatus: CustomStringConvertible {
    /// A few words for a person.
    public var description: String {
        switch state {
        case .unlinked: "Not linked to a server"
        case .paused: (isPausedByUser ? "Paused" : "Not syncing now") + rest
        case .upToDate: upToDate
        case .working: "Syncing" + rest
        case .offline: "Offline" + rest
        case .needsAttention: problem ?? "Needs attention"
        }
    }

    private var upToDate: String {
        if let hold, toUpload > 0 { return "\(toUpload) to upload, \(hold.words)" }
        return failed == 0 ? "Up to date" : "Up to date, \(failed) could not be done"
    }

    private var rest: String {
        var parts: [String] = []
        if toUpload > 0 { parts.append("\(toUpload) to upload") }
        if toSend > 0 { parts.append("\(toSend) to send") }
        return parts.isEmpty ? "" : ", " + parts.joined(separator: ", ")
    }
}
