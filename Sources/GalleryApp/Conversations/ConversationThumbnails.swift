import Photos
import Rendering
import Synchronization

/// Gives the renderer the pictures of a conversation's photos, which it asks
/// for by the names that `ConversationRecords` has given them.
nonisolated final class ConversationThumbnails: ThumbnailDecoding {
    private let items = Mutex<[LUID: ConversationView.Item]>([:])
    private let read: SharedPixels

    init(_ read: @escaping SharedPixels) {
        self.read = read
    }

    /// Says what the names mean from now on.
    func setItems(_ items: [LUID: ConversationView.Item]) {
        self.items.withLock { $0 = items }
    }

    func pixels(of photos: [LUID], _ size: ThumbnailSize, side: Int) -> [SquarePixels?] {
        let known = items.withLock { items in photos.map { items[$0] } }
        let found = read(known.compactMap { $0 }, size, side)
        // Those that went meanwhile have no picture.
        var next = 0
        return known.map { item in
            guard item != nil else { return nil }
            defer { next += 1 }
            return found[next]
        }
    }
}
