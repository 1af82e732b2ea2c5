import Photos
import Synchronization

/// Which contents an account has photos of that were read, as far as somebody
/// asked: a client asks for the small thumbnails and then for the large ones
/// of the same photos.
///
/// What is remembered is good for one state of an account's photo feed, which
/// changes with whatever would make it wrong. Of `capacity` contents and
/// those of one request more all are forgotten.
final class ReadyPhotos: Sendable {
    static let capacity = 1 << 18

    /// The state of a feed.
    struct State: Hashable, Sendable {
        var epoch: UInt32
        var sequence: Sequence
    }

    private struct Known {
        var accounts: [AccountNumber: (state: State, hashes: Set<ContentHash>)] = [:]
        var count = 0
    }

    private let known = Mutex(Known())

    /// Contents that are remembered.
    var count: Int { known.withLock { $0.count } }

    /// The places in a list of those contents that are not known to be ready.
    func unknown(
        among hashes: [ContentHash], of account: AccountNumber, at state: State
    ) -> [Int] {
        known.withLock { known in
            guard let entry = known.accounts[account], entry.state == state else {
                return Array(hashes.indices)
            }
            return hashes.indices.filter { !entry.hashes.contains(hashes[$0]) }
        }
    }

    /// Remembers contents that are ready.
    func note(_ hashes: [ContentHash], of account: AccountNumber, at state: State) {
        guard !hashes.isEmpty else { return }
        known.withLock { known in
            if known.count > Self.capacity { known = Known() }
            var entry = known.accounts.removeValue(forKey: account) ?? (state, [])
            known.count -= entry.hashes.count
            if entry.state != state { entry = (state, []) }
            entry.hashes.formUnion(hashes)
            known.count += entry.hashes.count
            known.accounts[account] = entry
        }
    }
}
