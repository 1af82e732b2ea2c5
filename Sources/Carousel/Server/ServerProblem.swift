import HTTPTransport

/// What can go wrong between this device and a server.
public enum ServerProblem: Error, Hashable, Sendable, Codable {
    /// What was given for a server's address is none.
    case badAddress(String, reason: String)
    /// The server cannot be reached just now.
    case unreachable(String)
    /// The server is not who it has to be.
    case notTrusted(String)
    /// The work was cancelled.
    case cancelled
    /// The server does not take this device's token any more.
    case signedOut
    /// Name or password is wrong.
    case wrongPassword
    /// The server asks for patience.
    case busy(retryAfterMilliseconds: Int64?)
    /// The server failed, with its status.
    case failing(status: Int)
    /// The server does not do that, in its own words.
    case refused(String)
    /// The account has no room for more.
    case noRoom
    /// The file to send could not be read, or changed while it was sent.
    case sourceChanged
    /// The server's answer could not be understood.
    case unreadable(String)
    /// The server knows files and no photos.
    case noPhotoPlane
    /// The library is linked already, to that address.
    case alreadyLinked(String)
    /// The library is not linked to a server.
    case notLinked
    /// The token cannot be stored or read.
    case noTokenStore(String)

    /// Whether the same call may succeed later without anybody's doing.
    public var isRetryable: Bool {
        switch self {
        case .unreachable, .busy, .failing, .unreadable, .noRoom, .sourceChanged: true
        default: false
        }
    }

    init(_ error: TransportError) {
        self =
            switch error {
            case .cancelled, .closed: .cancelled
            case .notTrusted(let reason): .notTrusted(reason)
            case .badRequest: .refused("\(error)")
            case .sourceFailed: .sourceChanged
            case .tooLarge, .badReply: .unreadable("\(error)")
            case .unreachable, .timedOut, .cut, .changedMeanwhile, .system:
                .unreachable("\(error)")
            }
    }
}

extension ServerProblem: CustomStringConvertible {
    /// One or two plain sentences: what happened and what to do.
    public var description: String {
        switch self {
        case .badAddress(let address, let reason):
            "\(address) is no address of a server: \(reason)."
        case .unreachable(let reason):
            "The server cannot be reached (\(reason)). What you do is kept and sent later."
        case .notTrusted(let reason):
            "The server's certificate is not trusted (\(reason)). If it is your own, name its "
                + "file with --certificate."
        case .cancelled: "Cancelled."
        case .signedOut:
            "The server does not let this device in any more. Link it again with "
                + "'carousel link'; nothing is lost."
        case .wrongPassword: "Name or password is wrong."
        case .busy: "The server is busy. It is asked again later."
        case .failing(let status):
            "The server has a problem of its own (status \(status)). It is asked again later."
        case .refused(let reason): "The server refused: \(reason)"
        case .noRoom: "The account has no room left on the server. Make some, or ask for more."
        case .sourceChanged: "A file changed while it was sent. It is sent again later."
        case .unreadable(let reason):
            "The server's answer could not be understood (\(reason)). Is it a Carousel server?"
        case .noPhotoPlane:
            "This server keeps files and knows nothing of photos. Link a Carousel server."
        case .alreadyLinked(let address):
            "This library is linked to \(address) already. Use 'carousel unlink' first."
        case .notLinked: "This library is not linked to a server. Use 'carousel link URL'."
        case .noTokenStore(let reason):
            "The token of the server cannot be stored or read (\(reason))."
        }
    }
}
