import Photos
import Store

/// Hashes the files that hold up themselves or others at the size gate, ahead
/// of all others.
struct GateHashes: Sendable {
    /// Files hashed between two commits.
    private static let batchSize = 64

    let intake: Intake
    let hashing: Hashing
    /// Told how many files are done with.
    let finished: @Sendable (Int) -> Void

    func run(_ files: [FileToRead]) async throws(LibraryError) -> Placements {
        var placements = Placements()
        var tried: Set<FileID> = []
        var waiting = files
        var place = 0
        while place < waiting.count {
            let end = min(waiting.count, place + Self.batchSize)
            let batch = waiting[place..<end].filter { tried.insert($0.id).inserted }
            place = end
            guard !batch.isEmpty else { continue }
            guard !Task.isCancelled else { throw .cancelled }
            let next = try await intake.learn(try await hashing.hash(batch))
            waiting += next.hashSoon
            placements.merge(next)
            finished(batch.count)
        }
        placements.hashSoon = []
        return placements
    }
}
