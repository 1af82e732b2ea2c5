import CTurboJPEG
import Carousel
import Foundation
import Photos
import Rendering
import Store

/// Painted thumbnails in a database of their own, as a library has them.
/// Photos beyond the first ten thousand share theirs with those.
struct StoredPictures {
    private static let most = 10_000
    private static let paintings = 300

    private let folder: String
    private let store: ThumbnailStore
    private let count: Int

    init(photos: Int) throws {
        folder = NSTemporaryDirectory() + "carousel-bench-\(UUID().uuidString)"
        count = min(photos, Self.most)
        let directory = FilePath(folder)
        let library = try LibraryStore.open(at: directory)
        store = try ThumbnailStore.open(at: directory, of: library.identity)
        let paintings = (0..<Self.paintings).map { seed in
            (s75: Painting.jpeg(seed, side: 75), s256: Painting.jpeg(seed, side: 256))
        }
        for first in stride(from: 0, to: count, by: 200) {
            try store.put(
                (first..<min(first + 200, count)).map { number in
                    let painting = paintings[number % paintings.count]
                    return StoredThumbnails(
                        luid: LUID(Int64(number + 1)), s75: painting.s75, s256: painting.s256)
                })
        }
    }

    /// Reads from the database and decodes, as the library does.
    var decoder: any ThumbnailDecoding {
        let (store, count) = (store, Int64(count))
        return ThumbnailDecoder { photos, size in
            let stored = photos.map { LUID(($0.rawValue - 1) % count + 1) }
            return (try? store.bytes(of: stored, size)) ?? photos.map { _ in nil }
        }
    }

    func remove() {
        store.close()
        removeFolder(folder)
    }
}

/// Pictures painted from a number, with about as much detail as a photo.
private enum Painting {
    static func jpeg(_ seed: Int, side: Int) -> [UInt8] {
        var random = Random(seed: UInt64(seed))
        let hue = Double(random.below(1000)) / 1000 * 2 * .pi
        let (a, b) = (3 + Double(random.below(9)), 2 + Double(random.below(9)))
        let horizon = 0.3 + Double(random.below(400)) / 1000
        var pixels = [UInt8](repeating: 0, count: side * side * 3)
        for y in 0..<side {
            for x in 0..<side {
                let (u, v) = (Double(x) / Double(side), Double(y) / Double(side))
                let hill = horizon + 0.08 * sin(u * a + hue)
                let isSky = v < hill
                let grain = Double(random.below(isSky ? 9 : 44))
                let wave = isSky ? 30 * v : 26 * sin(u * a * 7) * cos(v * b * 6)
                for channel in 0..<3 {
                    let tint = 62 * sin(hue + Double(channel) * 2.1 + (isSky ? 0 : 2))
                    let value = (isSky ? 165 : 105) + tint + wave + grain
                    pixels[(y * side + x) * 3 + channel] = UInt8(min(255, max(0, value)))
                }
            }
        }
        let handle = tjInitCompress()
        defer { tjDestroy(handle) }
        var buffer: UnsafeMutablePointer<UInt8>?
        var size: UInt = 0
        let status = tjCompress2(
            handle, pixels, Int32(side), 0, Int32(side), Int32(TJPF_RGB.rawValue), &buffer, &size,
            Int32(TJSAMP_420.rawValue), side == 75 ? 80 : 85, 0)
        precondition(status == 0, "libturbojpeg writes a JPEG")
        defer { tjFree(buffer) }
        return Array(UnsafeBufferPointer(start: buffer, count: Int(size)))
    }
}
