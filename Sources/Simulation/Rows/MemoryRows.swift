import Photos
import Sync

/// The rows of a device in memory: what a crash leaves is a copy of it.
struct MemoryRows: Sendable {
    /// The last LUID and the last number given out.
    var lastLUID: Int64 = 0
    var lastNumber: Int64 = 0
    var lastFile: Int64 = 0
    var contents = Table<LUID, ContentHash>()
    var aliases = Table<LUID, LUID>()
    var rootTable = Table<RootID, SyncRoot>()
    var files = Table<FileID, LocalFile>()
    var trash = Table<FileID, TrashedFile>()
    var server = Table<ServerPhotoID, ServerRow>()
    var position = FeedPosition.start
    /// Asked by content, never walked.
    var owners: [ContentHash: LUID] = [:]
    var tombstones: [ContentHash: Tombstone] = [:]
    var refused: [ContentHash: Bool] = [:]
    var unfinished = Table<Int64, Part>()
    var finished = Table<Int64, Finished>()
    /// Asked by name, never walked.
    var outcomes: [OperationID: Outcome] = [:]
    var quarantined: [String] = []
    let bug: PlantedBug?

    struct Finished: Sendable {
        var part: Part
        var outcome: Outcome
        /// What its photos held when it ended.
        var contents: [ContentHash]
    }

    init(bug: PlantedBug? = nil) {
        self.bug = bug
    }

    /// The id of a file that is new at a path.
    mutating func makeFile(at path: FileID) -> FileID {
        lastFile += 1
        return SimulatedDisk.file(lastFile, at: path)
    }

    /// Everything but numbers and the order of the writes, to tell whether
    /// two states are the same.
    var digest: Digest {
        var digest = Digest()
        for (luid, hash) in zip(contents.keys, contents.rows) {
            digest.mix(luid.rawValue)
            digest.mix(hash)
        }
        for file in files.rows { digest.mix(file.hashValueInOneOrder) }
        for row in server.rows { digest.mix(row.hashValueInOneOrder) }
        digest.mix(position.reached)
        digest.mix(Int64(unfinished.keys.count))
        return digest
    }
}

extension LocalFile {
    fileprivate var hashValueInOneOrder: Int64 {
        var digest = Digest()
        digest.mix(id.rawValue)
        digest.mix(size)
        digest.mix(luid?.rawValue ?? -1)
        if let hash = hash.hash { digest.mix(hash) }
        if let changedFrom { digest.mix(changedFrom) }
        digest.mix(superseded ? 1 : 0)
        return digest.number
    }
}

extension ServerRow {
    fileprivate var hashValueInOneOrder: Int64 {
        var digest = Digest()
        digest.mix(photo.order)
        digest.mix(photo.hash)
        digest.mix(luid?.rawValue ?? -1)
        if let next { digest.mix(next.hash) }
        digest.mix((photo.hidden ? 1 : 0) + (photo.favourite ? 2 : 0) + (leaving ? 4 : 0))
        return digest.number
    }
}
