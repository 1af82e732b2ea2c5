import Photos

/// Which photos a timeline shows.
///
/// A record that does not pass is as good as removed: adding it takes an
/// earlier record of the same LUID out of the timeline.
public struct PhotoFilter: Sendable {
    /// Nil passes everything, without a call for each photo.
    let includes: (@Sendable (HotRecord) -> Bool)?

    /// - Parameter includes: Called on the thread that fills a transaction,
    ///   outside any lock. It must answer the same for equal records.
    public init(_ includes: @escaping @Sendable (HotRecord) -> Bool) {
        self.includes = includes
    }

    private init() {
        includes = nil
    }

    /// Every photo.
    public static let all = PhotoFilter()
    /// Every photo that the user has not hidden.
    public static let visible = PhotoFilter { !$0.flags.contains(.hidden) }
    /// The photos that the user has hidden.
    public static let hidden = PhotoFilter { $0.flags.contains(.hidden) }
}
