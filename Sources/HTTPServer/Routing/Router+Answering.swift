/// What becomes of a request.
enum Answer: Sendable {
    case response(HTTPResponse)
    /// The connection is cut.
    case abort
}

extension Router {
    /// Runs the handler inside the middleware; every error becomes an answer.
    func answer(_ request: HTTPRequest, with handler: @escaping Handler) async -> Answer {
        var wrapped = handler
        for outer in middleware.reversed() {
            wrapped = { [inner = wrapped] request in try await outer(request, inner) }
        }
        do {
            return .response(try await wrapped(request))
        } catch let error as RequestFailure {
            return .response(failureResponse(error, request.target.rawPath))
        } catch let error as RequestBodyError {
            return answer(to: error, of: request)
        } catch is ConnectionAbort {
            return .abort
        } catch is CancellationError {
            return answer(to: .cancelled, of: request)
        } catch {
            return .response(failureResponse(failure(error, request), request.target.rawPath))
        }
    }

    private func answer(to error: RequestBodyError, of request: HTTPRequest) -> Answer {
        let failure: RequestFailure
        switch error {
        case .tooLarge(let limit):
            failure = RequestFailure(
                .contentTooLarge, "The body is larger than the \(limit) bytes allowed here.")
        case .malformed(let reason): failure = RequestFailure(.badRequest, reason)
        case .tooSlow:
            failure = RequestFailure(.requestTimeout, "The body came too slowly.")
        case .disconnected: return .abort
        case .cancelled:
            failure = RequestFailure(.serviceUnavailable, "The request was given up.")
        }
        return .response(failureResponse(failure, request.target.rawPath))
    }
}
