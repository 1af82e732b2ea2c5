import Photos
import Store
import Synchronization

/// The roots that a walk is looking through at the moment: what it finds may
/// have been there before.
final class WalksUnderWay: Sendable {
    private let state = Mutex<Set<RootID>>([])

    var roots: Set<RootID> { state.withLock { $0 } }

    func begin(_ root: RootID) {
        _ = state.withLock { $0.insert(root) }
    }

    func end(_ root: RootID) {
        _ = state.withLock { $0.remove(root) }
    }
}
