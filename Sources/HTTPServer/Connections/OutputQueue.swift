/// What is to be sent on a connection, in order.
///
/// Holds bytes and pieces of files; how much it may hold is up to those who
/// add to it (see `ServerLimits.responseBuffer`).
struct OutputQueue {
    /// Something to send.
    enum Piece {
        case bytes(ArraySlice<UInt8>)
        case file(OpenFile, Range<Int64>)
    }

    private var pieces: [Piece] = []
    private var head = 0
    /// Bytes that wait in memory; files do not count.
    private(set) var byteCount = 0

    var isEmpty: Bool { head == pieces.count }

    /// What is to be sent first.
    var first: Piece? { head < pieces.count ? pieces[head] : nil }

    /// Whether something comes behind the first piece.
    var hasMore: Bool { pieces.count - head > 1 }

    mutating func append(_ bytes: ArraySlice<UInt8>) {
        guard !bytes.isEmpty else { return }
        byteCount += bytes.count
        pieces.append(.bytes(bytes))
    }

    mutating func append(_ file: OpenFile, _ range: Range<Int64>) {
        guard !range.isEmpty else { return }
        pieces.append(.file(file, range))
    }

    /// That many bytes of the first piece have been sent.
    mutating func sent(_ count: Int) {
        switch pieces[head] {
        case .bytes(let bytes):
            byteCount -= count
            replaceFirst(count == bytes.count ? nil : .bytes(bytes.dropFirst(count)))
        case .file(let file, let range):
            let rest = range.lowerBound + Int64(count)..<range.upperBound
            replaceFirst(rest.isEmpty ? nil : .file(file, rest))
        }
    }

    private mutating func replaceFirst(_ piece: Piece?) {
        if let piece {
            pieces[head] = piece
            return
        }
        head += 1
        if head == pieces.count {
            pieces = []
            head = 0
        } else {
            // Lets go of what was sent without moving the rest each time.
            pieces[head - 1] = .bytes([])
            if head > 32 {
                pieces.removeFirst(head)
                head = 0
            }
        }
    }
}
