import DropboxAPI
import HTTPServer

/// Puts routes of the wire on the HTTP server's router: reads the argument,
/// checks who calls, and spells the answer.
struct WireRouter {
    let gate: Gate
    let requestNames: RequestNames
    let log: Log
    let surroundings: Surroundings
    var router = Router()
    /// Paths of all routes added.
    private(set) var names: Set<String> = []

    /// Bytes of a body of JSON: for two of the longest paths, each character
    /// beyond ASCII escaped. Event loops read it.
    static let bodyLimit: Int64 = 64 << 10
    /// Bytes of a body with a list: for 10,000 entries.
    static let listLimit: Int64 = 16 << 20

    init(gate: Gate, names: RequestNames, log: Log, surroundings: Surroundings) {
        self.gate = gate
        requestNames = names
        self.log = log
        self.surroundings = surroundings
    }

    /// A route whose argument is a list: it takes long to read, so that no
    /// event loop does it.
    mutating func batch<Argument, Value, Failure>(
        _ route: Route<Argument, Value, Failure>,
        _ body: @escaping @Sendable (Argument, WireCall) async throws(ServerError) -> Value
    ) {
        rpc(route, on: .concurrent, upTo: Self.listLimit, body)
    }

    /// A route with JSON both ways.
    mutating func rpc<Argument, Value, Failure>(
        _ route: Route<Argument, Value, Failure>, on execution: RouteExecution = .eventLoop,
        upTo limit: Int64 = Self.bodyLimit,
        _ body: @escaping @Sendable (Argument, WireCall) async throws(ServerError) -> Value
    ) {
        let options = RouteOptions(bodyLimit: limit, execution: execution)
        handle(.post, route, options) { request, call in
            if let wrong = RequestForm.wrongRPCType(request) { throw ServerError.badRequest(wrong) }
            let bytes = try await request.body.collect(upTo: Int(limit))
            let argument: Argument = try RequestForm.argument(
                bytes.isEmpty ? Array("null".utf8) : bytes, named: "request body")
            return WireAnswer.result(try await body(argument, call))
        }
    }

    /// A route with JSON both ways whose result the server spells by itself,
    /// from rows.
    mutating func spelling<Argument, Value, Failure>(
        _ route: Route<Argument, Value, Failure>,
        _ body: @escaping @Sendable (Argument, WireCall) async throws(ServerError) -> [UInt8]
    ) {
        let options = RouteOptions(bodyLimit: 64 << 10, execution: .concurrent)
        handle(.post, route, options) { request, call in
            if let wrong = RequestForm.wrongRPCType(request) { throw ServerError.badRequest(wrong) }
            let bytes = try await request.body.collect(upTo: 64 << 10)
            let argument: Argument = try RequestForm.argument(
                bytes.isEmpty ? Array("null".utf8) : bytes, named: "request body")
            return .bytes(try await body(argument, call), contentType: WireAnswer.json)
        }
    }

    /// A route with JSON both ways that may ask to come again later.
    mutating func answering<Argument, Value, Failure>(
        _ route: Route<Argument, Value, Failure>,
        _ body: @escaping @Sendable (Argument, WireCall) async throws(ServerError) -> HTTPResponse
    ) {
        let options = RouteOptions(bodyLimit: Self.bodyLimit, execution: .eventLoop)
        handle(.post, route, options) { request, call in
            if let wrong = RequestForm.wrongRPCType(request) { throw ServerError.badRequest(wrong) }
            let bytes = try await request.body.collect(upTo: Int(Self.bodyLimit))
            return try await body(try RequestForm.argument(bytes, named: "request body"), call)
        }
    }

    /// A route with the argument in a body of JSON and bytes in the answer.
    mutating func rpcDownload<Argument, Value, Failure>(
        _ route: Route<Argument, Value, Failure>,
        _ body: @escaping @Sendable (Argument, WireCall) async throws(ServerError) -> HTTPResponse
    ) {
        let options = RouteOptions(bodyLimit: Self.listLimit, execution: .concurrent)
        handle(.post, route, options) { request, call in
            if let wrong = RequestForm.wrongRPCType(request) { throw ServerError.badRequest(wrong) }
            let bytes = try await request.body.collect(upTo: Int(Self.listLimit))
            return try await body(try RequestForm.argument(bytes, named: "request body"), call)
        }
    }

    /// What is read by its address alone.
    /// - Parameter pattern: behind `/2/`.
    mutating func get(
        _ pattern: String, _ authentication: RouteAuthentication,
        _ body: @escaping @Sendable (WireCall) async throws(ServerError) -> HTTPResponse
    ) {
        let route = Route<Nothing, Nothing, NoFailure>(pattern, authentication)
        let options = RouteOptions(bodyLimit: 0, execution: .concurrent)
        handle(.get, route, options) { _, call in try await body(call) }
    }

    /// A route with the argument in a header and bytes in the body.
    mutating func upload<Argument, Value, Failure>(
        _ route: Route<Argument, Value, Failure>,
        _ body: @escaping @Sendable (Argument, WireCall) async throws -> Value
    ) {
        let options = RouteOptions(bodyLimit: .max, execution: .concurrent)
        handle(.post, route, options) { request, call in
            if let wrong = RequestForm.wrongUploadType(request) {
                throw ServerError.badRequest(wrong)
            }
            let argument: Argument = try RequestForm.headerArgument(request)
            return WireAnswer.result(try await body(argument, call))
        }
    }

    /// A route with the argument in a header and bytes in the answer.
    mutating func download<Argument, Value, Failure>(
        _ route: Route<Argument, Value, Failure>,
        _ body: @escaping @Sendable (Argument, WireCall) async throws(ServerError) -> HTTPResponse
    ) {
        for method in [HTTPMethod.post, .get] {
            handle(method, route, .standard) { request, call in
                if let wrong = RequestForm.wrongUploadType(request) {
                    throw ServerError.badRequest(wrong)
                }
                return try await body(try RequestForm.headerArgument(request), call)
            }
        }
    }

    private mutating func handle<Argument, Value, Failure>(
        _ method: HTTPMethod, _ route: Route<Argument, Value, Failure>, _ options: RouteOptions,
        _ body: @escaping @Sendable (HTTPRequest, WireCall) async throws -> HTTPResponse
    ) {
        let (name, authentication) = (route.name, route.authentication)
        names.insert(route.path)
        router.on(method, route.path, options) {
            [gate, requestNames, log, surroundings] request in
            var response: HTTPResponse
            do {
                switch try gate.admit(request, to: name, authentication) {
                case .failure(let answer):
                    response = answer.response
                case .success(let grant):
                    // Once for each account, after each start.
                    if let user = grant?.user, !gate.store.isOpen(user) {
                        try await gate.store.open(user)
                    }
                    let call = WireCall(request: request, grant: grant, now: surroundings.now())
                    response = try await body(request, call)
                }
            } catch let error as ServerError {
                log.note(error, route: name)
                response = WireAnswer.refusal(error, route: name)
            }
            requestNames.name(&response)
            return response
        }
    }
}
