public import Carousel
public import Photos

/// What the gallery was asked to do.
public struct GalleryOptions: Sendable {
    /// Taken into the library before it is scanned.
    public var folders: [FilePath]
    /// Where to write a picture of the window, once all that is in sight is
    /// sharp; the program then ends.
    public var screenshot: FilePath?
    /// Of the window, in logical pixels.
    public var width: Int
    public var height: Int

    /// What is shown first; nil for the timeline.
    public var collection: PhotoCollection?

    public init(
        folders: [FilePath] = [], screenshot: FilePath? = nil, width: Int = 1200,
        height: Int = 800
    ) {
        self.folders = folders
        self.screenshot = screenshot
        self.width = width
        self.height = height
    }
}
