import DropboxAPI
import HTTPTransport

/// Calls routes of the wire: spells arguments, shows the token and has a new
/// one made when it is too old, reads results and failures.
struct WireClient: Sendable {
    let transport: any HTTPTransporting
    let address: ServerAddress
    let credentials: Credentials

    /// Calls a route whose argument and result are JSON bodies.
    func call<Argument, Value, Failure>(
        _ route: Route<Argument, Value, Failure>, _ argument: Argument,
        limits: TimeLimits = TimeLimits()
    ) async throws(CallFailure<Failure>) -> Value {
        let bytes = argument.jsonBytes()
        let (_, body) = try await exchange(route, limits: limits) { request in
            request.fields.append(HeaderField("Content-Type", "application/json"))
            request.body = .bytes(bytes)
        }
        return try Self.read(body, Failure.self)
    }

    /// Calls a route that takes bytes.
    ///
    /// - Parameter body: made anew for each try.
    func upload<Argument, Value, Failure>(
        _ route: Route<Argument, Value, Failure>, _ argument: Argument,
        _ body: @escaping @Sendable () -> OutgoingRequest.Body
    ) async throws(CallFailure<Failure>) -> Value {
        let text = argument.headerText
        let (_, answer) = try await exchange(route, limits: TimeLimits()) { request in
            request.fields.append(HeaderField("Dropbox-API-Arg", text))
            request.fields.append(HeaderField("Content-Type", "application/octet-stream"))
            request.body = body()
        }
        return try Self.read(answer, Failure.self)
    }

    /// Calls a route whose argument is a JSON body and that answers with
    /// bytes.
    ///
    /// - Parameter limit: bytes at most.
    func fetch<Argument, Value, Failure>(
        _ route: Route<Argument, Value, Failure>, _ argument: Argument, upTo limit: Int
    ) async throws(CallFailure<Failure>) -> (value: Value, bytes: [UInt8]) {
        let json = argument.jsonBytes()
        let (head, body) = try await exchange(route, limits: TimeLimits(), upTo: limit) { request in
            request.fields.append(HeaderField("Content-Type", "application/json"))
            request.body = .bytes(json)
        }
        guard let result = head["Dropbox-API-Result"] else {
            throw .problem(.unreadable("it has no result"))
        }
        return (try Self.read(Array(result.utf8), Failure.self), body)
    }

    /// Streams the bytes of a route into a sink, from an offset on; goes on
    /// by itself where a cut ended it.
    func download<Argument, Value, Failure>(
        _ route: Route<Argument, Value, Failure>, _ argument: Argument, from offset: Int64,
        into sink: ([UInt8]) async throws -> Void
    ) async throws(CallFailure<Failure>) {
        var request = OutgoingRequest(.post, address.url + route.path)
        request.fields = [HeaderField("Dropbox-API-Arg", argument.headerText)]
        var rejected: String?
        while true {
            let token = try await token(instead: rejected, Failure.self)
            var authorized = request
            authorized.fields.append(HeaderField("Authorization", "Bearer " + token))
            let outcome: Download.Outcome
            do throws(TransportError) {
                outcome = try await Download(authorized, from: offset)
                    .run(over: transport, into: sink)
            } catch {
                throw .problem(ServerProblem(error))
            }
            guard case .refused(let head, let body) = outcome else { return }
            guard head.status == 401, rejected == nil else { throw Self.failure(head, body) }
            rejected = token
        }
    }

    // MARK: The exchange

    /// Sends a request; once more with a new token when the old one is not
    /// taken any more.
    private func exchange<Argument, Value, Failure>(
        _ route: Route<Argument, Value, Failure>, limits: TimeLimits,
        upTo limit: Int = JSONLimits.answer.bytes,
        _ prepare: (inout OutgoingRequest) -> Void
    ) async throws(CallFailure<Failure>) -> (head: ResponseHead, body: [UInt8]) {
        var rejected: String?
        while true {
            var request = OutgoingRequest(.post, address.url + route.path, limits: limits)
            prepare(&request)
            var token: String?
            if route.authentication != .none {
                let shown = try await self.token(instead: rejected, Failure.self)
                request.fields.append(HeaderField("Authorization", "Bearer " + shown))
                token = shown
            }
            let answer: (head: ResponseHead, body: [UInt8])
            do throws(TransportError) {
                answer = try await transport.send(request, upTo: limit)
            } catch {
                throw .problem(ServerProblem(error))
            }
            if answer.head.status == 200 { return answer }
            guard answer.head.status == 401, rejected == nil, token != nil else {
                throw Self.failure(answer.head, answer.body)
            }
            rejected = token
        }
    }

    private func token<Failure>(
        instead rejected: String?, _: Failure.Type
    ) async throws(CallFailure<Failure>) -> String {
        do throws(ServerProblem) {
            return try await credentials.token(instead: rejected)
        } catch {
            throw .problem(error)
        }
    }

    private static func read<Value: WireValue, Failure>(
        _ body: [UInt8], _: Failure.Type
    ) throws(CallFailure<Failure>) -> Value {
        do throws(WireError) {
            return try Value(jsonBytes: body, strictness: .tolerant, limits: .answer)
        } catch {
            throw .problem(.unreadable("\(error)"))
        }
    }

    /// What an answer that is no success means.
    private static func failure<Failure>(
        _ head: ResponseHead, _ body: [UInt8]
    ) -> CallFailure<Failure> {
        switch head.status {
        case 409:
            do throws(WireError) {
                return .route(
                    try ErrorBody<Failure>(jsonBytes: body, strictness: .tolerant).failure)
            } catch {
                return .problem(.unreadable("\(error)"))
            }
        case 401: return .problem(.signedOut)
        case 429:
            let seconds = head["Retry-After"].flatMap { Int64($0) }
            return .problem(.busy(retryAfterMilliseconds: seconds.map { $0 * 1000 }))
        case 500...599: return .problem(.failing(status: head.status))
        default:
            let text = String(decoding: body.prefix(500), as: UTF8.self)
            return .problem(.refused(text.isEmpty ? "status \(head.status)" : text))
        }
    }
}
