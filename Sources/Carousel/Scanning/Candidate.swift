import Media
import Photos
import Store

/// A file that a walk found new or changed.
struct Candidate: Sendable {
    var root: RootID
    var found: FoundFile
    /// Set when the path was known with another stamp.
    var known: FileID?
}
