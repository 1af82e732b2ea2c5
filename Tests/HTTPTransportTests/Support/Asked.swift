import Synchronization

/// What a server was asked, in order.
final class Asked: Sendable {
    private let list = Mutex<[String]>([])

    var all: [String] { list.withLock { $0 } }

    func add(_ text: String) {
        list.withLock { $0.append(text) }
    }
}
