import Photos

/// The files and problems of one root as they were last seen, held in memory
/// while the root is walked: tells for each found file what there is to do
/// without a look into the database, and at the end what was not found.
///
/// About 72 bytes a file. Paths are held as 64-bit hashes with a seed of the
/// process, so two paths may be taken for one; as their stamps must be equal
/// too for a file to count as unchanged, that needs no care.
public struct KnownFiles: Sendable {
    /// What is known of a file that a walk has found.
    public enum Sighting: Hashable, Sendable {
        /// Never seen.
        case new
        /// Known, and its stamp is the same.
        case unchanged(FileID)
        /// Known and missing until now, and its stamp is the same.
        case returned(FileID)
        /// Known, and its stamp is another.
        case changed(FileID)
        /// Not in the library because of a problem, and its stamp is the same:
        /// trying again would end as before.
        case unchangedProblem
    }

    /// Compares a found file and remembers that it was found.
    /// - Complexity: O(length of the path).
    public mutating func see(_ path: FilePath, _ stamp: FileStamp) -> Sighting {
        fatalError("not yet")
    }

    /// Remembers that a path still has a problem, so that it is not among
    /// `unseenProblems`.
    public mutating func seeProblem(_ path: FilePath) {
        fatalError("not yet")
    }

    /// Known files that the walk has not found and that were not missing
    /// before, in the order of their ids. They count only after a walk that
    /// was complete.
    public var unseenFiles: [FileID] { fatalError("not yet") }

    /// Problems that the walk has not met again.
    public var unseenProblems: [ProblemID] { fatalError("not yet") }
}

/// The id of a stored problem.
public struct ProblemID: Hashable, Sendable {
    let rawValue: Int64
}
