import Media
import Photos
import Rendering
import Synchronization

extension PhotoLibrary {
    /// Decodes the library's thumbnails for the cells of a gallery.
    public var thumbnails: any ThumbnailDecoding { LibraryThumbnails(self) }
}

/// Reads thumbnails from the library and decodes them, on as many threads at
/// once as ask for them.
private struct LibraryThumbnails: ThumbnailDecoding {
    private let library: PhotoLibrary
    private let decoders = DecoderSlots(count: processorCount() + 1)

    init(_ library: PhotoLibrary) {
        self.library = library
    }

    func pixels(of photo: LUID, _ size: ThumbnailSize, side: Int) -> SquarePixels? {
        guard let jpeg = library.thumbnail(of: photo, size) else { return nil }
        let pixels = decoders.withDecoder { decoder -> [UInt8]? in
            do throws(MediaError) {
                return try decoder.pixels(of: jpeg, size, side: side)
            } catch {
                // The cell keeps the next best it has.
                Log.shared.warning("thumbnail of photo \(photo): \(error)")
                return nil
            }
        }
        return pixels.map { SquarePixels(side: side, bgra: $0) }
    }
}

/// Decoders with their buffers, one for each thread that decodes: a processor
/// each and the one that draws. More threads than that share them.
private final class DecoderSlots: Sendable {
    private final class Slot: Sendable {
        let decoder = Mutex(ThumbnailPixels())
    }

    private let slots: [Slot]

    init(count: Int) {
        slots = (0..<count).map { _ in Slot() }
    }

    /// Lends a decoder that is free.
    func withDecoder<Result: Sendable>(_ body: (ThumbnailPixels) -> Result) -> Result {
        for slot in slots {
            if let result = slot.decoder.withLockIfAvailable({ body($0) }) { return result }
        }
        return slots[0].decoder.withLock { body($0) }
    }
}
