import Photos
import Synchronization

/// Photos that somebody looks at now and whose thumbnails are not there: the
/// last 256 of them.
final class WantedSoon: Sendable {
    private static let most = 256

    private let photos = Mutex<[LUID]>([])

    func add(_ photo: LUID) {
        photos.withLock { photos in
            guard photos.last != photo else { return }
            if photos.count == Self.most { photos.removeFirst(Self.most / 4) }
            photos.append(photo)
        }
    }

    /// Those since the last call, last asked for first.
    func take() -> [LUID] {
        photos.withLock { photos in
            defer { photos = [] }
            var seen: Set<LUID> = []
            return photos.reversed().filter { seen.insert($0).inserted }
        }
    }
}
