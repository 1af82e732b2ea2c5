import Photos
import Store
import Synchronization

/// How far the library has looked into its roots: which of them a walk is
/// looking through at the moment, so that what it finds may have been there
/// before, whether somebody listens to all of them, and whether there were
/// places with files of the library that could not be looked into.
final class WalksUnderWay: Sendable {
    /// Where the last looks met such places.
    enum Blindness {
        case none
        /// When a part of a root was looked at.
        case inPart
        /// When all was.
        case inWhole
    }

    private struct State {
        var blindness = Blindness.none
        var roots: Set<RootID> = []
        var hasHeardAll: (@Sendable () -> Bool)?
    }

    private let state = Mutex(State())

    /// How far it is now.
    var walked: Walked {
        let (roots, hasHeardAll) = state.withLock { ($0.roots, $0.hasHeardAll) }
        return Walked(underWay: roots, knewAll: roots.isEmpty && hasHeardAll?() ?? false)
    }

    func begin(_ root: RootID) {
        _ = state.withLock { $0.roots.insert(root) }
    }

    func end(_ root: RootID) {
        _ = state.withLock { $0.roots.remove(root) }
    }

    var blindness: Blindness { state.withLock { $0.blindness } }

    func note(_ blindness: Blindness) {
        state.withLock { $0.blindness = blindness }
    }

    /// All that was heard of has been taken in.
    ///
    /// - Parameter hasHeardAll: whether nothing has been heard of since; nil
    ///   from when something is being taken in.
    func listen(_ hasHeardAll: (@Sendable () -> Bool)?) {
        state.withLock { $0.hasHeardAll = hasHeardAll }
    }
}
