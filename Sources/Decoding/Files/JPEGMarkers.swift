/// Finds where a JPEG's metadata ends and its picture begins.
enum JPEGMarkers {
    enum Outcome: Equatable {
        /// The scan begins before this offset; all metadata lies before it.
        case scan(before: Int)
        /// So many bytes of the file must be seen to tell more.
        case needs(Int)
        /// Not laid out as it should be.
        case odd
    }

    /// - Parameter head: the file's beginning.
    static func metadata(in head: UnsafeRawBufferPointer) -> Outcome {
        guard head.count >= 4, head[0] == 0xFF, head[1] == 0xD8 else { return .odd }
        var position = 2
        while true {
            guard position + 4 <= head.count else { return .needs(position + 4) }
            guard head[position] == 0xFF else { return .odd }
            let marker = head[position + 1]
            let length = Int(head[position + 2]) << 8 | Int(head[position + 3])
            // A fill byte, an early end, or a marker without a length.
            guard marker >= 0xC0, marker < 0xFF, !(0xD0...0xD9).contains(marker), length >= 2
            else { return .odd }
            position += 2 + length
            if marker == 0xDA {
                return position <= head.count ? .scan(before: position) : .needs(position)
            }
        }
    }
}
