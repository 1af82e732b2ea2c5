import Carousel
import CommandLineKit
import Foundation
import Glibc
import Photos
import Timeline

/// Acts on photos, from the call to the snapshot that shows them, in a linked
/// library that sends nothing meanwhile, against plain writes of as many bytes
/// to files beside it, each with one fdatasync.
struct ActMeasures {
    let folder: String
    let library: PhotoLibrary
    /// How often a hundred photos are hidden.
    private static let hundreds = 20
    /// Acts before those that are measured.
    private static let warmUp = 40

    func figures(rounds: Int) async throws -> [(String, JSONText)] {
        var luids: [LUID] = []
        let snapshot = library.snapshot
        // Each is hidden once: unsent acts on one photo would wait for each other.
        let needed = Self.warmUp + rounds + Self.hundreds * 100
        guard snapshot.photoCount > needed else {
            throw BenchmarkError("there are too few photos")
        }
        snapshot.forEachPhoto(in: 0..<needed) { luids.append($1.luid) }
        var open = luids[...]
        let before = (OwnMemory.bytesWritten, OwnMemory.writes)
        for _ in 0..<Self.warmUp { try await hide([open.removeFirst()]) }
        let bytes = (OwnMemory.bytesWritten - before.0) / Self.warmUp
        let writes = Double(OwnMemory.writes - before.1) / Double(Self.warmUp)

        var overwriting = try PlainWrites(folder + "/overwritten", bytes: bytes, grows: false)
        var appending = try PlainWrites(folder + "/appended", bytes: bytes, grows: true)
        let clock = ContinuousClock()
        var (hides, hundreds, overwrites, appends): ([Double], [Double], [Double], [Double]) =
            ([], [], [], [])
        for round in 0..<rounds {
            overwrites.append(try overwriting.microseconds())
            appends.append(try appending.microseconds())
            var start = clock.now
            try await hide([open.removeFirst()])
            hides.append((clock.now - start) / .microseconds(1))
            guard round < Self.hundreds else { continue }
            start = clock.now
            try await hide(Array(open.prefix(100)))
            hundreds.append((clock.now - start) / .microseconds(1))
            open.removeFirst(100)
        }
        let act = median(hides)
        return [
            ("act_bytes", .integer(bytes)), ("act_writes", .number(writes)),
            ("append_fdatasync_us", .number(median(appends))),
            ("overwrite_fdatasync_us", .number(median(overwrites))), ("act_us", .number(act)),
            ("act_vs_fdatasync", .number(act / median(appends))),
            ("act_vs_overwrite_fdatasync", .number(act / median(overwrites))),
            ("hundred_acts_us", .number(median(hundreds))),
            ("hundred_acts_vs_fdatasync", .number(median(hundreds) / median(appends))),
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

/// A file that is written to, one durable write after another.
private struct PlainWrites: ~Copyable {
    private let descriptor: Int32
    private let block: [UInt8]
    private let grows: Bool
    private var place = 0

    init(_ path: String, bytes: Int, grows: Bool) throws {
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        block = [UInt8](repeating: 1, count: max(1, bytes))
        self.grows = grows
        _ = try microseconds()
    }

    deinit { close(descriptor) }

    /// How long a write and its fdatasync take.
    mutating func microseconds() throws -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        guard pwrite(descriptor, block, block.count, off_t(place)) == block.count,
            fdatasync(descriptor) == 0
        else { throw BenchmarkError("the disk failed") }
        if grows { place += block.count }
        return (clock.now - start) / .microseconds(1)
    }
}
