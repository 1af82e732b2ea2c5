import Photos
import Store

/// Hashes the files that nothing waited for, first seen first, until all
/// files of the library are hashed or have failed to be.
struct RemainingHashes: Sendable {
    /// Files hashed between two commits.
    private static let batchSize = 64

    let intake: Intake
    let hashing: Hashing
    /// Told how many files are done with.
    let finished: @Sendable (Int) -> Void
    /// Whether to leave the rest for later, asked between batches.
    var yields: @Sendable () -> Bool = { false }

    func run() async throws(LibraryError) -> Placements {
        var placements = Placements()
        var last: FileID?
        while !Task.isCancelled {
            let after = last
            let files = try await intake.read { transaction throws(StoreError) in
                try transaction.filesWantingHash(after: after, limit: Self.batchSize)
            }
            guard let end = files.last else { return placements }
            let hashed = try await hashing.hash(files)
            // What this batch lets through the gate may be asked for soon;
            // it is on the list all the same.
            placements.merge(try await intake.learn(hashed))
            last = end.id
            finished(files.count)
            if yields() { return placements }
        }
        throw .cancelled
    }
}
