/// What a scan found. Every file seen that could be a photo is counted in
/// exactly one of the first five, or is among the problems.
public struct ScanReport: Hashable, Sendable, Codable {
    /// Photos and videos that are new or changed.
    public var photos = 0
    public var videos = 0
    /// Files known from an earlier scan: only looked at from outside.
    public var unchanged = 0
    /// Files whose content another file of the library already holds: one
    /// photo, a further path.
    public var attached = 0
    /// New or changed files that are parts of another photo's item: the film of
    /// a Live Photo, a raw picture beside its JPEG.
    public var parts = 0
    /// Entries of `problems` that this scan's folders have now.
    public var problems = 0
    /// Wall-clock time.
    public var seconds = 0.0

    public init() {}
}

/// What a scan shall do.
public struct ScanOptions: Hashable, Sendable, Codable {
    /// Also make thumbnails. Hashes are always made.
    public var thumbnails: Bool

    public init(thumbnails: Bool = true) {
        self.thumbnails = thumbnails
    }
}
