import DropboxAPI
import HTTPServer
import Synchronization

/// Slows down whoever guesses addresses of links: so many that lead nowhere,
/// and every further one from that network has to wait.
final class MissLimiter: Sendable {
    private let limiter = Mutex(LoginLimiter(failures: 40, window: 300))
    private let now: @Sendable () -> Timestamp

    init(_ surroundings: Surroundings) {
        now = surroundings.now
    }

    /// Seconds until the next address may be asked for; nil when it is now.
    func wait(for request: HTTPRequest) -> Int64? {
        limiter.withLock { $0.wait("\(request.client.network)", at: now()) }
    }

    /// Counts an address that led nowhere.
    func noteMiss(_ request: HTTPRequest) {
        limiter.withLock { $0.recordFailure("\(request.client.network)", at: now()) }
    }

    /// The answer of who has to wait.
    static func answer(_ seconds: Int64) -> HTTPResponse {
        var response = HTTPResponse.text(
            "Too many links that do not exist. Try again later.\n", status: .tooManyRequests)
        response.headers.add("Retry-After", "\(seconds)")
        return response
    }
}
