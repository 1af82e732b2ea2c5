public import DecoderProtocol
public import Photos

/// Decides what a file's own words mean: pure, and total over any input.
public enum MetadataMapping {
    /// A photo's metadata from what its file says.
    ///
    /// - Parameters:
    ///   - fileName: the file's own name, with its extension.
    ///   - fileModified: the modification time as a clock on the wall showed
    ///     it where the library is.
    ///   - today: decides which dates are absurd.
    public static func metadata(
        of facts: FileFacts, fileName: ArraySlice<UInt8>, fileModified: CaptureTime?,
        today: CaptureTime
    ) -> PhotoMetadata {
        fatalError("not written yet")
    }
}
