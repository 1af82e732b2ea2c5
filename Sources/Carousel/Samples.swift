import Media
import Photos

/// Folders of made-up photos, for trials, tests and benchmarks.
public enum Samples {
    /// What was made.
    public struct Report: Hashable, Sendable {
        public var pictures: Int
        public var videos: Int
        /// Made to be wrong: without bytes, cut short, no picture at all.
        public var broken: Int
        /// Second files of the same bytes under another name.
        public var duplicates: Int
    }
}
