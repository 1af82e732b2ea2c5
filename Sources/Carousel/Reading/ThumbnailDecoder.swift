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
        decoders.pixels(
            of: zip(photos, read(photos, size)).map { ("\($0)", $1) }, size, side: side)
    }
}

/// Decoders with their buffers, one for each thread that decodes: a processor
/// each and the one that draws. More threads than that share them.
final class DecoderSlots: Sendable {
    private final class Slot: Sendable {
        let decoder = Mutex(ThumbnailPixels())
    }

    private let slots: [Slot]

    init(count: Int) {
        slots = (0..<count).map { _ in Slot() }
    }

    /// Decodes thumbnails, in their order; nil stays nil, and is what becomes
    /// of one that cannot be decoded.
    func pixels(
        of thumbnails: some Sequence<(name: String, jpeg: [UInt8]?)>, _ size: ThumbnailSize,
        side: Int
    ) -> [SquarePixels?] {
        withDecoder { decoder in
            thumbnails.map { name, jpeg in
                guard let jpeg else { return nil }
                do throws(MediaError) {
                    let pixels = try decoder.pixels(of: jpeg, size, side: side)
                    return SquarePixels(side: side, bgra: pixels)
                } catch {
                    // The cell keeps the next best it has.
                    Log.shared.warning("thumbnail of photo \(name): \(error)")
                    return nil
                }
            }
        }
    }

    /// Lends a decoder that is free.
    private func withDecoder<Result: Sendable>(_ body: (ThumbnailPixels) -> Result) -> Result {
        for slot in slots {
            if let result = slot.decoder.withLockIfAvailable({ body($0) }) { return result }
        }
        return slots[0].decoder.withLock { body($0) }
    }
}
