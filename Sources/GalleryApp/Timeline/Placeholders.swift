import GTKKit
import Photos
import Rendering

/// What cells show while their thumbnail is not at hand: the lower rungs of
/// the ladder.
struct Placeholders {
    enum View {
        case blurred(Texture)
        case plain(PlainColour)
    }

    /// A few screens of blurred pictures, 4 KB each.
    private var cache = PixelCache<(hash: ThumbHash, texture: Texture)>(byteBudget: 4 << 20)

    mutating func view(of record: HotRecord) -> View {
        if let held = cache.use(record.luid), held.hash == record.thumbHash {
            return .blurred(held.texture)
        }
        guard let picture = ThumbHashPicture(record.thumbHash) else {
            return .plain(PlainColour(of: record.luid))
        }
        let pixels = picture.pixels()
        let texture = Texture(bgra: pixels.bgra, width: pixels.side, height: pixels.side)
        cache.insert(
            (record.thumbHash, texture), bytes: pixels.bgra.count, for: record.luid, pinned: false)
        return .blurred(texture)
    }
}
