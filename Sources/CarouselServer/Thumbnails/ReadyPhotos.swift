import Photos
import Synchronization

/// Which contents an account has photos of that were read, as far as somebody
/// asked: a client asks for the small thumbnails and then for the large ones
/// of the same photos.
///
/// A content takes one bit for each account, at its number in the index of
/// thumbnails. What is remembered is good for one state of an account's photo
/// feed, which changes with whatever would make it wrong, and while numbers
/// mean the same contents. Of `capacity` bytes and those of one account more
/// all are forgotten.
final class ReadyPhotos: Sendable {
    static let capacity = 8 << 20

    /// The state of a feed, and that of the index.
    struct State: Hashable, Sendable {
        var epoch: UInt32
        var sequence: Sequence
        var generation: UInt64
    }

    private struct Known {
        var accounts: [AccountNumber: (state: State, bits: [UInt64])] = [:]
        var words = 0
    }

    private let known = Mutex(Known())

    /// Bytes that it takes.
    var byteCount: Int { known.withLock { $0.words * MemoryLayout<UInt64>.size } }

    /// The places in a list of those contents that are not known to be ready.
    func unknown(among numbers: [UInt32], of account: AccountNumber, at state: State) -> [Int] {
        known.withLock { known in
            guard let entry = known.accounts[account], entry.state == state else {
                return Array(numbers.indices)
            }
            return numbers.indices.filter { index in
                let (word, bit) = Self.place(of: numbers[index])
                return word >= entry.bits.count || entry.bits[word] & bit == 0
            }
        }
    }

    /// Remembers contents that are ready.
    /// - Parameter numbers: those of contents without a number are left out.
    func note(_ numbers: [UInt32], of account: AccountNumber, at state: State) {
        let numbers = numbers.filter { $0 != ThumbnailIndex.none }
        guard let highest = numbers.max() else { return }
        known.withLock { known in
            if known.words * MemoryLayout<UInt64>.size > Self.capacity { known = Known() }
            var entry = known.accounts.removeValue(forKey: account) ?? (state, [])
            known.words -= entry.bits.count
            if entry.state != state { entry = (state, []) }
            let missing = Self.place(of: highest).word + 1 - entry.bits.count
            if missing > 0 { entry.bits.append(contentsOf: repeatElement(0, count: missing)) }
            for number in numbers {
                let (word, bit) = Self.place(of: number)
                entry.bits[word] |= bit
            }
            known.words += entry.bits.count
            known.accounts[account] = entry
        }
    }

    private static func place(of number: UInt32) -> (word: Int, bit: UInt64) {
        (Int(number / 64), 1 << UInt64(number % 64))
    }
}
