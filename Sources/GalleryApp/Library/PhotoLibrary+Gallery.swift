import Carousel
import Photos
import Rendering

extension PhotoLibrary: GalleryLibrary {
    public nonisolated func lookThrough(adding folders: [FilePath]) async throws(LibraryError) {
        if !folders.isEmpty { _ = try await scan(folders) }
        let others = try roots().contains { root in
            !folders.contains { root.path.isWithin($0) }
        }
        if folders.isEmpty || others { _ = try await scan() }
    }

    public nonisolated var sharedPixels: SharedPixels {
        let shared = sharedThumbnails
        return { shared.pixels(of: $0, $1, side: $2) }
    }

    public nonisolated func keepUp() async throws(LibraryError) {
        // A library that another program owns is kept up to date by that.
        guard isOwner else { return }
        do throws(LibraryError) {
            try await startSync()
        } catch {
            // The state of the sync has it too, and shows it.
        }
        try await watch(scanningFirst: false)
    }
}
