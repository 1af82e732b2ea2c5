import Synchronization

/// Wakes the one that keeps a library in step. However often it is rung
/// meanwhile, it wakes once.
final class WatchBell: Sendable {
    let rings: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let isSweepDue = Atomic(false)

    init() {
        (rings, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    func ring() { continuation.yield() }

    /// It is time to walk through everything.
    func ringForSweep() {
        isSweepDue.store(true, ordering: .releasing)
        ring()
    }

    /// Whether it was, once.
    func takeSweep() -> Bool {
        isSweepDue.exchange(false, ordering: .acquiringAndReleasing)
    }

    func end() { continuation.finish() }
}
