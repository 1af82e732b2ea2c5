import Synchronization

/// A flag between two threads.
final class Flag: Sendable {
    private let storage = Atomic<Bool>(false)

    var value: Bool { storage.load(ordering: .acquiring) }

    func set() {
        storage.store(true, ordering: .releasing)
    }
}
