import HTTPServer
import Synchronization

/// Every answer has a name that people can ask about: a part drawn at the
/// start and a count.
final class RequestNames: Sendable {
    private let start: String
    private let count = Atomic<UInt64>(0)

    init(_ surroundings: Surroundings) {
        start = String(sixteenDigits: surroundings.randomNumber())
    }

    /// Gives an answer its name.
    func name(_ response: inout HTTPResponse) {
        let number = count.add(1, ordering: .relaxed).newValue
        response.headers.add("X-Dropbox-Request-Id", start + String(sixteenDigits: number))
    }
}
