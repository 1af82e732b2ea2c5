/// How a call carries its argument, its result and its bytes.
public enum RouteStyle: Hashable, Sendable {
    /// Argument and result are JSON bodies.
    case rpc
    /// The argument is in `Dropbox-API-Arg`, the body is the bytes.
    case upload
    /// The argument is in `Dropbox-API-Arg`, the result in
    /// `Dropbox-API-Result`, the answer's body is the bytes.
    case download
    /// The argument is a JSON body, the result is in `Dropbox-API-Result`, the
    /// answer's body is the bytes.
    case rpcDownload
}

/// Which of the three host names serves a route.
public enum RouteHost: String, Hashable, Sendable {
    case api, content, notify
}

/// Who may call.
public enum RouteAuthentication: Hashable, Sendable {
    /// Bearer of a token with that scope.
    case user(Scope)
    /// Bearer of any token of the account.
    case anyUser
    /// Key and secret of an app.
    case app
    /// Bearer of a token with that scope, or key and secret of an app.
    case userOrApp(Scope)
    /// Nobody's name may be told: an `Authorization` header is refused.
    case none
}

/// One function of the wire: what it takes, gives and refuses with.
public struct Route<Argument: WireValue, Value: WireValue, Failure: WireFailure>: Sendable {
    /// Behind `/2/`, as in `files/list_folder`.
    public let name: String
    public let style: RouteStyle
    public let host: RouteHost
    public let authentication: RouteAuthentication

    public init(
        _ name: String, _ authentication: RouteAuthentication, _ style: RouteStyle = .rpc,
        on host: RouteHost = .api
    ) {
        self.name = name
        self.style = style
        self.host = host
        self.authentication = authentication
    }

    public var path: String { "/2/" + name }
}
