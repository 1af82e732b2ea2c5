import Media
import Photos
import Rendering
import Synchronization

/// Reads thumbnails and decodes them, on as many threads at once as ask for
/// them.
package struct ThumbnailDecoder: ThumbnailDecoding {
    /// Reads JPEG bytes of several photos, in their order.
    package typealias Reading = @Sendable ([LUID], ThumbnailSize) -> [[UInt8]?]

    private let read: Reading
    private let decoders = DecoderSlots(count: processorCount() + 1)

    package init(_ read: @escaping Reading) {
        self.read = read
    }

    package func pixels(
        of photos: [LUID], _ size: ThumbnailSize, side: Int
    ) -> [SquarePixels?] {
        let thumbnails = read(photos, size)
        return decoders.withDecoder { decoder in
            zip(photos, thumbnails).map { photo, jpeg in
                guard let jpeg else { return nil }
                do throws(MediaError) {
                    let pixels = try decoder.pixels(of: jpeg, size, side: side)
                    return SquarePixels(side: side, bgra: pixels)
                } catch {
                    // The cell keeps the next best it has.
                    Log.shared.warning("thumbnail of photo \(photo): \(error)")
                    return nil
                }
            }
        }
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
