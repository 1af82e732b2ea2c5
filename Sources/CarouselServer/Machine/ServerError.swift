import DropboxAPI

/// Why the server did not do something. Nothing was changed.
public enum ServerError: Error, Sendable {
    /// The route's own failure: status 409.
    case refused(any WireFailure)
    /// The argument makes no sense: status 400.
    case badRequest(String)
    /// The disk has no room.
    case diskFull
    /// Somebody else holds the store; the same call may succeed later.
    case busy
    /// The account did too much of this; in so many seconds it may again.
    case tooMany(retryAfter: Int)
    /// What is stored contradicts itself.
    case damaged(String)
    case failed(String)

    public var isRetryable: Bool {
        switch self {
        case .busy, .tooMany: true
        default: false
        }
    }

    /// The failure that the route answers with; nil for errors of another kind.
    public var failure: (any WireFailure)? {
        if case .refused(let failure) = self { return failure }
        return nil
    }
}

extension ServerError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .refused(let failure): failure.summary.joined(separator: "/")
        case .badRequest(let words): words
        case .diskFull: "the server's disk is full"
        case .tooMany(let seconds): "too many calls; try again in \(seconds) seconds"
        case .busy: "the store is busy; try again"
        case .damaged(let what): "the store is damaged: \(what); run carousel-server check"
        case .failed(let what): what
        }
    }
}

extension ServerError {
    /// The same, where a lookup's failure is carried within that of a route.
    func within(_ wrap: (LookupError) -> some WireFailure) -> ServerError {
        guard let lookup = failure as? LookupError else { return self }
        return .refused(wrap(lookup))
    }

    /// The same, where a write's failure is carried within that of a route.
    func within(_ wrap: (WriteError) -> some WireFailure) -> ServerError {
        guard let write = failure as? WriteError else { return self }
        return .refused(wrap(write))
    }
}
