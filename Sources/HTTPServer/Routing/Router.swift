/// Answers a request.
public typealias Handler = @Sendable (HTTPRequest) async throws -> HTTPResponse

/// Wraps every handler: it may answer by itself, or call the handler and
/// change what comes back.
public typealias Middleware = @Sendable (HTTPRequest, Handler) async throws -> HTTPResponse

/// Which handler answers which method and path.
///
/// Patterns are paths with placeholders: `/links/{id}` matches one part,
/// `/files/{path...}` all the rest (one part or more). A literal part wins
/// over a placeholder. Paths are matched part by part after decoding.
///
/// What the server does by itself: HEAD is answered by the GET handler
/// without the body, OPTIONS and 405 with `Allow`, an unknown path with 404.
public struct Router: Sendable {
    private var root = RouteNode()
    /// Patterns without placeholders, which are most, by their text.
    private var literals: [String: [HTTPMethod: RouteNode.Target]] = [:]
    var middleware: [Middleware] = []

    /// Makes the answer for a refusal or a thrown error, of the server or a
    /// handler; `path` is nil when the request could not be read so far. The
    /// standard one is the message as plain text.
    public var failureResponse:
        @Sendable (_ failure: RequestFailure, _ path: String?) -> HTTPResponse = {
            failure, _ in
            var response = HTTPResponse.text(failure.message + "\n", status: failure.status)
            response.headers = failure.headers
            response.headers.add("Content-Type", "text/plain; charset=utf-8")
            return response
        }

    /// Makes a refusal from an error that a handler threw and that is
    /// neither a `RequestFailure` nor a `RequestBodyError`. The standard one
    /// is a 500 that does not show the error.
    public var failure: @Sendable (_ error: any Error, _ request: HTTPRequest) -> RequestFailure = {
        _, _ in RequestFailure(.internalServerError, "Something went wrong on the server.")
    }

    public init() {}

    /// Adds a route.
    ///
    /// - Precondition: `pattern` is well-formed and no other route has this
    ///   method and pattern.
    public mutating func on(
        _ method: HTTPMethod, _ pattern: String, _ options: RouteOptions = .standard,
        _ handler: @escaping Handler
    ) {
        let route = Route(options: options, handler: handler)
        let parts = RoutePattern(pattern)
        root.add(route, method, parts)
        if parts.isLiteral {
            literals[pattern, default: [:]][method] = RouteNode.Target(route: route, names: [])
        }
    }

    public mutating func get(
        _ pattern: String, _ options: RouteOptions = .standard, _ handler: @escaping Handler
    ) {
        on(.get, pattern, options, handler)
    }

    public mutating func post(
        _ pattern: String, _ options: RouteOptions = .standard, _ handler: @escaping Handler
    ) {
        on(.post, pattern, options, handler)
    }

    public mutating func put(
        _ pattern: String, _ options: RouteOptions = .standard, _ handler: @escaping Handler
    ) {
        on(.put, pattern, options, handler)
    }

    public mutating func delete(
        _ pattern: String, _ options: RouteOptions = .standard, _ handler: @escaping Handler
    ) {
        on(.delete, pattern, options, handler)
    }

    /// Wraps the handlers of all routes, also those added later, and the
    /// answers for unknown routes. The first added is the outermost.
    public mutating func wrap(_ middleware: @escaping Middleware) {
        self.middleware.append(middleware)
    }

    /// The route for a request; one that refuses when there is none.
    func route(_ method: HTTPMethod, _ target: RequestTarget) -> (Route, RouteParameters) {
        if let found = literals[target.rawPath]?[method] { return (found.route, RouteParameters()) }
        if target.rawPath == "*" {
            return (Self.optionsRoute(HTTPMethod.allCases), RouteParameters())
        }
        guard let (targets, values) = root.targets(target.segments) else {
            return (Self.notFoundRoute, RouteParameters())
        }
        guard let found = targets[method] ?? (method == .head ? targets[.get] : nil) else {
            var methods = Set(targets.keys).union([.options])
            if methods.contains(.get) { methods.insert(.head) }
            let allowed = HTTPMethod.allCases.filter(methods.contains)
            let route =
                method == .options ? Self.optionsRoute(allowed) : Self.otherMethodRoute(allowed)
            return (route, RouteParameters())
        }
        let pairs = zip(found.names, values).map { (name: $0, value: $1) }
        return (found.route, RouteParameters(pairs: pairs))
    }

    private static let notFoundRoute = Route(
        refusing: RequestFailure(.notFound, "There is nothing at this path."))

    private static func optionsRoute(_ methods: [HTTPMethod]) -> Route {
        let allow = list(methods)
        return Route(options: .standard) { _ in
            HTTPResponse(.noContent, headers: ["Allow": allow])
        }
    }

    private static func otherMethodRoute(_ methods: [HTTPMethod]) -> Route {
        let allow = list(methods)
        return Route(
            refusing: RequestFailure(
                .methodNotAllowed, "This path allows \(allow).", headers: ["Allow": allow]))
    }

    private static func list(_ methods: [HTTPMethod]) -> String {
        methods.map(\.rawValue).joined(separator: ", ")
    }
}
