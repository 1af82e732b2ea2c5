import HTTPServer

extension FaultPlan {
    /// Commits the faults that concern every route of the wire.
    var middleware: Middleware {
        { request, handler in
            guard request.target.rawPath.hasPrefix("/2/") else { return try await handler(request) }
            if delay > 0 { try await Task.sleep(for: .milliseconds(delay)) }
            if strikes(.tooManyRequests) {
                return WireAnswer.tooMany(.tooManyRequests, retryAfter: 1)
            }
            if strikes(.unavailable) {
                return .text("unavailable on purpose", status: .serviceUnavailable)
            }
            let response = try await handler(request)
            if strikes(.cut) { throw ConnectionAbort() }
            return response
        }
    }
}
