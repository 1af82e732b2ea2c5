import Synchronization

/// A body of equal pieces.
final class Pieces: Sendable {
    private let left: Mutex<Int>
    private let piece: [UInt8]
    private let lead: Lead?

    init(count: Int, size: Int, lead: Lead? = nil) {
        left = Mutex(count)
        piece = [UInt8](repeating: 7, count: size)
        self.lead = lead
    }

    func next() -> [UInt8]? {
        let isLeft = left.withLock { left in
            left -= 1
            return left >= 0
        }
        if isLeft { lead?.made(piece.count) }
        return isLeft ? piece : nil
    }
}
