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
        /// Likewise, but it has another number, or its drive has.
        case renumbered(FileID)
        /// Known and missing until now, and its stamp is the same.
        case returned(FileID)
        /// Known, and its stamp is another.
        case changed(FileID)
        /// Not in the library because of a problem, and its stamp is the same:
        /// trying again would end as before.
        case unchangedProblem
    }

    private var files = KnownPaths()
    /// Numbers of the drives on which the files were, when last read.
    private var devices: [UInt64] = []
    /// Of these, by place, whether a file of it was found.
    private var areDevicesSeen: [Bool] = []
    private var problems = KnownPaths()

    /// Compares a found file and remembers that it was found.
    ///
    /// The number of the device is not compared: systems number drives anew
    /// when they start or a drive is plugged in again.
    /// - Parameter isNumberMadeUp: whether the disk has no numbers of files,
    ///   so that they do not tell one from another.
    /// - Complexity: O(length of the path).
    public mutating func see(
        _ path: FilePath, _ stamp: FileStamp, isNumberMadeUp: Bool = false
    ) -> Sighting {
        let hash = path.bytes.withUnsafeBytes { KnownPaths.hash($0) }
        guard let known = files.see(hash) else {
            guard let problem = problems.find(hash),
                problem.hasStamp(stamp, isNumberMadeUp: isNumberMadeUp)
            else { return .new }
            problems.markSeen(hash)
            return .unchangedProblem
        }
        let id = FileID(known.id)
        // Cameras give the same names on every card: by a name alone no drive
        // is known again.
        if known.size == stamp.size, known.modifiedNanoseconds == stamp.modifiedNanoseconds {
            areDevicesSeen[Int(known.device)] = true
        }
        guard known.hasStamp(stamp, isNumberMadeUp: isNumberMadeUp) else { return .changed(id) }
        // A file can be in the library and have a problem (no picture).
        problems.markSeen(hash)
        if known.isMissing { return .returned(id) }
        let isIdentical =
            known.inode == stamp.identity.inode
            && devices[Int(known.device)] == stamp.identity.device
        return isIdentical ? .unchanged(id) : .renumbered(id)
    }

    /// Remembers that a file is there, and leaves what is known of it.
    public mutating func leave(_ path: FilePath) {
        let hash = path.bytes.withUnsafeBytes { KnownPaths.hash($0) }
        files.markSeen(hash)
        problems.markSeen(hash)
    }

    /// Remembers that a path still has a problem, so that it is not among
    /// `unseenProblems`. To be told of every problem that is put while the
    /// root is walked.
    public mutating func seeProblem(_ path: FilePath) {
        problems.markSeen(path.bytes.withUnsafeBytes { KnownPaths.hash($0) })
    }

    /// Known files that the walk has not found, in the order of their ids.
    public struct Unseen: Hashable, Sendable {
        /// Their drive is there: they are gone, if the walk was complete.
        public var gone: [FileID] = []
        /// No trace of their drive was found: something else is mounted
        /// there now, or nothing. Without those that were missing before.
        public var unmounted: [FileID] = []
        /// Those of `gone` of whose drive nothing known was found: if the walk
        /// was of the whole root, another one may be in its place.
        public var replaced: [FileID] = []

        public var isEmpty: Bool { gone.isEmpty && unmounted.isEmpty }
    }

    /// - Parameter devices: the drives on which the walk listed folders.
    public func unseenFiles(on devices: Set<UInt64>) -> Unseen {
        // A drive may have another number than when its files were read; but
        // then one of its files has been found.
        let areThere = zip(self.devices, areDevicesSeen).map { $1 || devices.contains($0) }
        var unseen = Unseen()
        for entry in files.entries where !entry.isSeen {
            if areThere[Int(entry.device)] {
                // What was missing for its drive is gone only when the drive
                // shows other files that it had.
                guard !entry.isMissing || areDevicesSeen[Int(entry.device)] else { continue }
                unseen.gone.append(FileID(entry.id))
                if !areDevicesSeen[Int(entry.device)] {
                    unseen.replaced.append(FileID(entry.id))
                }
            } else if !entry.isMissing {
                unseen.unmounted.append(FileID(entry.id))
            }
        }
        unseen.gone.sort()
        unseen.unmounted.sort()
        unseen.replaced.sort()
        return unseen
    }

    /// Whether a file's row says what it said when the walk began: else what
    /// the walk found out is about another place or another time.
    public func isAsKnown(_ file: FileRow) -> Bool {
        let hash = file.path.bytes.withUnsafeBytes { KnownPaths.hash($0) }
        guard let entry = files.find(hash) else { return false }
        return entry.id == file.id.rawValue && entry.hasStamp(file.stamp)
    }

    /// The file that was added last; nil when none was known.
    public var lastFile: FileID? { files.entries.map(\.id).max().map { FileID($0) } }

    /// Problems that the walk has not met again, in the order of their ids.
    public var unseenProblems: [ProblemID] {
        problems.entries.filter { !$0.isSeen }.map(\.id).sorted().map(ProblemID.init)
    }

    mutating func addFile(_ entry: KnownPaths.Entry, device: UInt64) {
        var entry = entry
        // Few drives hold the files of a root.
        var place = devices.lastIndex(of: device)
        if place == nil {
            place = devices.count
            devices.append(device)
            areDevicesSeen.append(false)
        }
        entry.device = UInt32(place ?? 0)
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
