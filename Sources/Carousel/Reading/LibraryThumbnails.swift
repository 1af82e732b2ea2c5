import Rendering

extension PhotoLibrary {
    /// Decodes the library's thumbnails for the cells of a gallery.
    public var thumbnails: any ThumbnailDecoding {
        ThumbnailDecoder { [self] in thumbnails(of: $0, $1) }
    }
}
