import Carousel
import GTKKit
import Photos

/// Gets pictures for the viewer, and the neighbour ahead before it is asked
/// for. Holds the last few.
final class PictureLoader {
    private static let capacity = 4
    private let library: any GalleryLibrary
    /// The newest last.
    private var held: [(photo: LUID, maxSide: Int, picture: Texture)] = []
    private var loading: Task<Void, Never>?

    init(library: any GalleryLibrary) {
        self.library = library
    }

    /// The picture, if it is at hand and large enough.
    func picture(of photo: LUID, maxSide: Int) -> Texture? {
        held.first { $0.photo == photo && $0.maxSide >= maxSide }?.picture
    }

    /// Gets a photo's picture, then the pictures of those that may be next;
    /// what was being got before is given up.
    func load(
        _ photo: LUID, then next: [LUID], maxSide: Int,
        completion: @escaping (Result<Texture, LibraryError>) -> Void
    ) {
        loading?.cancel()
        loading = Task { [weak self] in
            guard let result = await self?.texture(of: photo, maxSide: maxSide), !Task.isCancelled
            else { return }
            completion(result)
            for neighbour in next {
                // A neighbour that fails will say so when it is looked at.
                guard !Task.isCancelled, let self else { return }
                _ = await texture(of: neighbour, maxSide: maxSide)
            }
        }
    }

    func cancel() {
        loading?.cancel()
        loading = nil
    }

    /// Forgets everything, as when the viewer is closed.
    func removeAll() {
        cancel()
        held = []
    }

    private func texture(
        of photo: LUID, maxSide: Int
    ) async -> Result<Texture, LibraryError> {
        if let picture = picture(of: photo, maxSide: maxSide) { return .success(picture) }
        do throws(LibraryError) {
            let bytes = try await library.picture(of: photo, maxSide: maxSide)
            // JPEG is what the library promises; nothing else is decoded here.
            guard bytes.starts(with: [0xFF, 0xD8, 0xFF]),
                let picture = await Self.decode(bytes)
            else {
                return .failure(
                    .undecodable(photo, reason: .corrupt, detail: "the decoder gave no JPEG"))
            }
            held.removeAll { $0.photo == photo }
            held.append((photo, maxSide, picture))
            if held.count > Self.capacity { held.removeFirst() }
            return .success(picture)
        } catch {
            return .failure(error)
        }
    }

    private nonisolated static func decode(_ bytes: [UInt8]) async -> Texture? {
        await Task.detached(priority: .userInitiated) { Texture(encoded: bytes) }.value
    }
}
