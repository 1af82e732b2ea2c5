/// What becomes of a request.
enum Answer: Sendable {
    case response(HTTPResponse)
    /// The connection is cut.
    case abort
}

/// Makes the bytes of a streamed body.
typealias Producer = @Sendable (ResponseWriter) async throws -> Void

extension EventLoop {
    /// The whole work on a request, in a task of its own.
    ///
    /// A parked request holds the frames of this chain of calls, so what is
    /// needed only later is in functions that are called later.
    nonisolated func work(on request: HTTPRequest, with handler: @escaping Handler) async {
        let answer =
            router.middleware.isEmpty
            ? await answer(request, with: handler)
            : await answer(request, with: wrapped(handler))
        guard let produce = await deliver(answer, for: request.reference) else { return }
        await stream(produce, for: request.reference)
    }

    /// Runs the handler; every error becomes an answer.
    private nonisolated func answer(_ request: HTTPRequest, with handler: Handler) async -> Answer {
        do {
            return .response(try await handler(request))
        } catch {
            return answer(to: error, of: request)
        }
    }

    private nonisolated func wrapped(_ handler: @escaping Handler) -> Handler {
        var wrapped = handler
        for outer in router.middleware.reversed() {
            wrapped = { [inner = wrapped] request in try await outer(request, inner) }
        }
        return wrapped
    }

    private nonisolated func answer(to error: any Error, of request: HTTPRequest) -> Answer {
        let failure: RequestFailure
        switch error {
        case let error as RequestFailure: failure = error
        case let error as RequestBodyError:
            guard let refusal = refusal(for: error) else { return .abort }
            failure = refusal
        case is ConnectionAbort: return .abort
        case is CancellationError:
            failure = RequestFailure(.serviceUnavailable, "The request was given up.")
        default: failure = router.failure(error, request)
        }
        return .response(router.failureResponse(failure, request.target.rawPath))
    }

    /// Nil when there is nobody to tell.
    private nonisolated func refusal(for error: RequestBodyError) -> RequestFailure? {
        switch error {
        case .tooLarge(let limit):
            RequestFailure(
                .contentTooLarge, "The body is larger than the \(limit) bytes allowed here.")
        case .malformed(let reason): RequestFailure(.badRequest, reason)
        case .tooSlow: RequestFailure(.requestTimeout, "The body came too slowly.")
        case .disconnected: nil
        case .cancelled: RequestFailure(.serviceUnavailable, "The request was given up.")
        }
    }

    /// Sends the answer. Gives who makes its body, when it is streamed.
    private func deliver(_ answer: Answer, for reference: ExchangeReference) -> Producer? {
        switch answer {
        case .abort: abort(reference)
        case .response(let response):
            if send(response, for: reference), case .stream(_, let produce) = response.body {
                return produce
            }
        }
        runningTasks -= 1
        return nil
    }

    private nonisolated func stream(
        _ produce: Producer, for reference: ExchangeReference
    ) async {
        let writer = ResponseWriter { bytes async throws(ResponseWriteError) in
            try await self.write(bytes, for: reference).get()
        }
        do {
            try await produce(writer)
            await streamHasEnded(reference, completely: true)
        } catch {
            // The head is out: cutting the connection is all that can be said.
            await streamHasEnded(reference, completely: false)
        }
    }

    private func streamHasEnded(_ reference: ExchangeReference, completely: Bool) {
        runningTasks -= 1
        if completely {
            endStream(reference)
        } else {
            abort(reference)
        }
    }
}
