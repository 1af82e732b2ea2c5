/// A believable folder of photos, made from nothing but a number and a seed:
/// the same two give the same folder.
public struct SampleFolder: Sendable {
    /// What came out.
    public struct Report: Hashable, Sendable {
        public var pictures = 0
        public var videos = 0
        /// Made to be wrong: without bytes, cut short, no picture at all.
        public var broken = 0
        /// Second files of the same bytes under another name.
        public var duplicates = 0
        /// There already and left alone.
        public var leftAlone = 0

        public init() {}
    }

    /// How far the making is.
    public struct Progress: Hashable, Sendable {
        public var made: Int
        public var total: Int
    }

    public let photos: Int
    public let seed: UInt64

    /// - Parameter photos: pictures to make; videos, broken files and
    ///   duplicates come on top.
    public init(photos: Int, seed: UInt64) {
        self.photos = photos
        self.seed = seed
    }
}
