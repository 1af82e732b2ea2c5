/// Pieces of bytes, first in, first out.
struct ByteQueue: Sendable {
    private var pieces: [[UInt8]] = []
    /// The first piece that is left.
    private var first = 0
    /// Bytes of it that were taken.
    private var taken = 0
    private(set) var count = 0

    mutating func append(_ piece: [UInt8]) {
        guard !piece.isEmpty else { return }
        pieces.append(piece)
        count += piece.count
    }

    /// The first piece, whole where nothing of it was taken.
    mutating func takePiece() -> [UInt8]? {
        guard first < pieces.count else { return nil }
        let piece = taken == 0 ? pieces[first] : Array(pieces[first][taken...])
        drop()
        return piece
    }

    /// Fills as much of a buffer as there is, and says how much that was.
    mutating func take(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var filled = 0
        while filled < buffer.count, first < pieces.count {
            let part = min(buffer.count - filled, pieces[first].count - taken)
            pieces[first].withUnsafeBytes { bytes in
                buffer[filled..<filled + part].copyBytes(from: bytes[taken..<taken + part])
            }
            filled += part
            if taken + part == pieces[first].count {
                drop()
            } else {
                taken += part
                count -= part
            }
        }
        return filled
    }

    private mutating func drop() {
        count -= pieces[first].count - taken
        pieces[first] = []
        taken = 0
        first += 1
        if first == pieces.count {
            pieces.removeAll(keepingCapacity: true)
            first = 0
        } else if first >= 64 {
            pieces.removeFirst(first)
            first = 0
        }
    }
}
