public import Photos

/// Which job a free worker takes next: what is visible first, then the
/// newest; jobs of the same priority in the order they came.
public enum DecoderPriority: Hashable, Sendable {
    /// Somebody looks at the place where it is missing.
    case visible
    /// Newest first, undated last.
    case background(taken: CaptureTime?)

    /// Work whose photo has no known date yet.
    public static let background = DecoderPriority.background(taken: nil)
}

extension DecoderPriority: Comparable {
    /// Less is later.
    public static func < (a: DecoderPriority, b: DecoderPriority) -> Bool {
        a.rank < b.rank
    }

    private var rank: (Int, Int64) {
        switch self {
        case .visible: (2, 0)
        case .background(let taken?): (1, taken.milliseconds)
        case .background(nil): (0, 0)
        }
    }
}
