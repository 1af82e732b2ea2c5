import DropboxAPI
import HTTPServer

/// Answers in the exact forms of the wire.
enum WireAnswer {
    /// Clients compare this with the header as a whole.
    static let json = "application/json"

    /// 200 with a value.
    static func result(_ value: some WireEncodable) -> HTTPResponse {
        .bytes(value.jsonBytes(), contentType: json)
    }

    /// 400, in plain text.
    static func badRequest(_ route: String, _ words: String) -> HTTPResponse {
        .text("Error in call to API function \"\(route)\": \(words)", status: .badRequest)
    }

    /// 409 with a route's failure, or another status with the like.
    static func failure(
        _ failure: some WireFailure, status: HTTPStatus = .conflict
    ) -> HTTPResponse {
        .bytes(ErrorBody(failure).jsonBytes(), contentType: json, status: status)
    }

    /// 401.
    static func unauthorized(_ error: AuthenticationError) -> HTTPResponse {
        failure(error, status: .unauthorized)
    }

    /// 429, with the seconds in the header and in the body.
    static func tooMany(_ reason: RateLimitError.Reason, retryAfter: Int) -> HTTPResponse {
        var writer = JSONWriter()
        writer.object { writer in
            writer.field("error_summary", reason.rawValue + "/..")
            writer.field("error", RateLimitError(reason: reason, retryAfter: retryAfter))
        }
        var response = HTTPResponse.bytes(
            writer.bytes, contentType: json, status: .tooManyRequests)
        response.headers.add("Retry-After", "\(retryAfter)")
        return response
    }

    /// What a call that was not done answers with.
    static func refusal(_ error: ServerError, route: String) -> HTTPResponse {
        switch error {
        case .refused(let failure): return Self.failure(failure)
        case .badRequest(let words): return badRequest(route, words)
        case .busy:
            var response = HTTPResponse.text("\(error)", status: .serviceUnavailable)
            response.headers.add("Retry-After", "1")
            return response
        case .tooMany(let seconds): return tooMany(.tooManyRequests, retryAfter: seconds)
        case .diskFull: return .text("\(error)", status: .insufficientStorage)
        case .damaged, .failed:
            // The log has the details; they are nobody else's.
            return .text("Something went wrong on the server.", status: .internalServerError)
        }
    }
}
