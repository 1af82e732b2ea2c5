import Photos

/// The files and problems of one root as they were last seen, held in memory
/// while the root is walked: tells for each found file what there is to do
/// without a look into the database, and at the end what was not found.
///
/// About 80 bytes a file. Paths are held as 64-bit hashes with a seed of the
/// process, so two paths may be taken for one: in one of some thousand
/// libraries of a hundred million files.
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

    private var files = KnownPaths()
    private var problems = KnownPaths()

    /// Compares a found file and remembers that it was found.
    ///
    /// The number of the device is not compared: systems number drives anew
    /// when they start or a drive is plugged in again.
    /// - Complexity: O(length of the path).
    public mutating func see(_ path: FilePath, _ stamp: FileStamp) -> Sighting {
        let hash = path.bytes.withUnsafeBytes { KnownPaths.hash($0) }
        guard let known = files.see(hash) else {
            guard let problem = problems.find(hash), problem.hasStamp(stamp) else { return .new }
            problems.markSeen(hash)
            return .unchangedProblem
        }
        let id = FileID(known.id)
        guard known.hasStamp(stamp) else { return .changed(id) }
        // A file can be in the library and have a problem (no picture).
        problems.markSeen(hash)
        return known.isMissing ? .returned(id) : .unchanged(id)
    }

    /// Remembers that a path still has a problem, so that it is not among
    /// `unseenProblems`. To be told of every problem that is put while the
    /// root is walked.
    public mutating func seeProblem(_ path: FilePath) {
        problems.markSeen(path.bytes.withUnsafeBytes { KnownPaths.hash($0) })
    }

    /// Known files that the walk has not found and that were not missing
    /// before, in the order of their ids. They count only after a walk that
    /// was complete.
    public var unseenFiles: [FileID] {
        files.entries.filter { !$0.isSeen && !$0.isMissing }.map { FileID($0.id) }.sorted()
    }

    /// Problems that the walk has not met again, in the order of their ids.
    public var unseenProblems: [ProblemID] {
        problems.entries.filter { !$0.isSeen }.map(\.id).sorted().map(ProblemID.init)
    }

    mutating func addFile(_ entry: KnownPaths.Entry) {
        files.add(entry)
    }

    mutating func addProblem(_ entry: KnownPaths.Entry) {
        problems.add(entry)
    }
}

/// The id of a stored problem.
public struct ProblemID: Hashable, Sendable {
    let rawValue: Int64
}
