import HTTPServer
import Synchronization

/// Every answer has a name that people can ask about: a part drawn at the
/// start and a count.
final class RequestNames: Sendable {
    private let start: String
    private let count = Atomic<UInt64>(0)

    init(_ surroundings: Surroundings) {
        let digits = String(surroundings.randomNumber(), radix: 16)
        start = String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Gives an answer its name.
    func name(_ response: inout HTTPResponse) {
        let digits = String(count.add(1, ordering: .relaxed).newValue, radix: 16)
        response.headers.add(
            "X-Dropbox-Request-Id",
            start + String(repeating: "0", count: 16 - digits.count) + digits)
    }
}
