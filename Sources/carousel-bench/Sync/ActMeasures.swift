import Carousel
import CommandLineKit
import Foundation
import Glibc
import Photos
import Timeline

/// Acts on photos, from the call to the snapshot that shows them, in a linked
/// library that sends nothing meanwhile.
struct ActMeasures {
    let folder: String
    let library: PhotoLibrary
    /// How often a hundred photos are hidden.
    private static let hundreds = 20

    func figures(rounds: Int) async throws -> [(String, JSONText)] {
        var luids: [LUID] = []
        let snapshot = library.snapshot
        // Each is hidden once: unsent acts on one photo would wait for each other.
        let needed = rounds + Self.hundreds * 100
        guard snapshot.photoCount > needed else {
            throw BenchmarkError("there are too few photos")
        }
        snapshot.forEachPhoto(in: 0..<needed) { luids.append($1.luid) }
        let clock = ContinuousClock()
        var (hides, hundreds, syncs): ([Double], [Double], [Double]) = ([], [], [])
        let file = open(folder + "/synced", O_WRONLY | O_CREAT, 0o600)
        defer { close(file) }
        let block = [UInt8](repeating: 1, count: 4096)
        for round in 0..<rounds {
            var start = clock.now
            guard pwrite(file, block, block.count, 0) == block.count, fdatasync(file) == 0 else {
                throw BenchmarkError("the disk failed")
            }
            syncs.append((clock.now - start) / .microseconds(1))
            start = clock.now
            try await hide([luids[round]])
            hides.append((clock.now - start) / .microseconds(1))
            guard round < Self.hundreds else { continue }
            let first = rounds + round * 100
            start = clock.now
            try await hide(Array(luids[first..<first + 100]))
            hundreds.append((clock.now - start) / .microseconds(1))
        }
        return [
            ("fdatasync_us", .number(median(syncs))), ("act_us", .number(median(hides))),
            ("act_vs_fdatasync", .number(median(hides) / median(syncs))),
            ("hundred_acts_us", .number(median(hundreds))),
            ("hundred_acts_vs_fdatasync", .number(median(hundreds) / median(syncs))),
        ]
    }

    /// Hides photos, and makes sure that the snapshot says so.
    private func hide(_ luids: [LUID]) async throws {
        _ = try await library.perform(.hide, on: luids)
        guard library.snapshot.position(of: luids[0]) == nil else {
            throw BenchmarkError("the snapshot does not have the act")
        }
    }
}
