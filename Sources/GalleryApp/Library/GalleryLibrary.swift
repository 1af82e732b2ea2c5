import Carousel
import Photos
import Rendering
import Timeline

/// What the gallery needs of a photo library.
///
/// The functions without `async` are called on the main thread and answer
/// from memory or with one short read of a database.
public nonisolated protocol GalleryLibrary: Sendable {
    /// The timeline now and whenever it has changed; values in between may be
    /// skipped. Ends when the library is closed.
    func snapshots() -> AsyncStream<Snapshot>

    /// What the library is doing, likewise.
    func progress() -> AsyncStream<LibraryProgress>

    /// The decoder of stored thumbnails, for any thread.
    var thumbnails: any ThumbnailDecoding { get }

    /// Takes a folder into the library; its photos come with the next scan.
    func addFolder(_ folder: FilePath) async throws(LibraryError)

    /// Looks for new, changed and vanished files in all folders.
    func scan() async throws(LibraryError)

    /// The folders whose photos are in the library.
    func folders() throws(LibraryError) -> [FilePath]

    /// All that is known of a photo; nil when it is gone.
    func details(of photo: LUID) throws(LibraryError) -> PhotoDetails?

    /// The photo's picture, upright and in sRGB, as a JPEG whose longer side
    /// has at most `maxSide` pixels.
    func picture(of photo: LUID, maxSide: Int) async throws(LibraryError) -> [UInt8]

    /// The files that were seen and are not shown in full.
    func problems() throws(LibraryError) -> [Problem]

    /// Ends all work and lets go of the files.
    func close() async
}
