import CGTK
import Photos
import Rendering
import Synchronization

/// The real decoder, and a record of what it was asked for.
final class CountingDecoder: ThumbnailDecoding {
    /// A thumbnail that was decoded.
    struct Decode: Sendable {
        let photo: LUID
        let size: ThumbnailSize
        let side: Int
        /// Microseconds of the clock that frames have.
        let start: Int
        let end: Int
    }

    private let decoder: any ThumbnailDecoding
    private let decodes = Mutex<[Decode]>([])

    init(_ decoder: any ThumbnailDecoding) {
        self.decoder = decoder
    }

    func pixels(of photos: [LUID], _ size: ThumbnailSize, side: Int) -> [SquarePixels?] {
        let start = Int(g_get_monotonic_time())
        let pixels = decoder.pixels(of: photos, size, side: side)
        let each = (Int(g_get_monotonic_time()) - start) / max(1, photos.count)
        decodes.withLock { decodes in
            for (index, photo) in photos.enumerated() {
                decodes.append(
                    Decode(
                        photo: photo, size: size, side: side, start: start + index * each,
                        end: start + (index + 1) * each))
            }
        }
        return pixels
    }

    /// What was decoded since the last call.
    func take() -> [Decode] {
        decodes.withLock { decodes in
            defer { decodes = [] }
            return decodes
        }
    }
}
