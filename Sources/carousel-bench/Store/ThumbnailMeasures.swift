import CommandLineKit
import CTurboJPEG
import Foundation
import Photos
import Store

/// Reading a thumbnail from `thumbnails.db`, against decoding it.
enum ThumbnailMeasures {
    private static let pairs = 2000
    private static let cellsPerFrame = 50

    static func figures() throws -> [(String, JSONText)] {
        let scratch = NSTemporaryDirectory() + "carousel-bench-\(UUID().uuidString)"
        defer { removeFolder(scratch) }
        let directory = FilePath(scratch)
        let library = try LibraryStore.open(at: directory)
        let store = try ThumbnailStore.open(at: directory, of: library.identity)
        let s75 = PixelLoops.picture(side: 75)
        let s256 = PixelLoops.picture(side: 256)
        let start = ThreadClock.now()
        for first in stride(from: 1, through: Int64(pairs), by: 50) {
            try store.put(
                (first..<first + 50).map {
                    StoredThumbnails(luid: LUID($0), s75: s75, s256: s256)
                })
        }
        let written = Double(ThreadClock.now() - start) / 1e9
        var figures = [("thumbnail_pairs_written_per_cpu_s", rounded(Double(pairs) / written))]
        for (size, jpeg) in [(ThumbnailSize.s75, s75), (.s256, s256)] {
            figures += try read(size, jpeg, store)
        }
        return figures
    }

    private static func read(
        _ size: ThumbnailSize, _ jpeg: [UInt8], _ store: ThumbnailStore
    ) throws -> [(String, JSONText)] {
        var random = Random(seed: 5)
        let handle = tjInitDecompress()
        defer { tjDestroy(handle) }
        let side = Int32(size.pixels)
        var pixels = [UInt8](repeating: 0, count: size.pixels * size.pixels * 4)
        let race = try Race(rounds: 5) {
            for _ in 0..<pairs {
                let luid = LUID(Int64(1 + random.below(pairs)))
                guard try store.bytes(of: luid, size) != nil else {
                    throw BenchmarkError("a thumbnail is missing")
                }
            }
        } plain: {
            for _ in 0..<pairs {
                tjDecompress2(
                    handle, jpeg, UInt(jpeg.count), &pixels, side, 0, side,
                    Int32(TJPF_BGRA.rawValue), TJFLAG_FASTUPSAMPLE)
            }
        }
        let frames = try Race(rounds: 5) {
            for _ in 0..<pairs / cellsPerFrame {
                let first = Int64(1 + random.below(pairs - cellsPerFrame))
                let luids = (first..<first + Int64(cellsPerFrame)).map(LUID.init)
                consume(try store.bytes(of: luids, size).count)
            }
        } plain: {
        }
        let name = "thumbnail_\(size.pixels)"
        return [
            ("\(name)_bytes", .integer(jpeg.count)),
            ("\(name)_read_us", rounded(race.ours / Double(pairs) * 1e6)),
            ("\(name)_read_share_of_decode", rounded(race.ours / race.plain)),
            ("\(name)_read_in_frame_us", rounded(frames.ours / Double(pairs) * 1e6)),
            ("\(name)_read_in_frame_share_of_decode", rounded(frames.ours / race.plain)),
        ]
    }
}
