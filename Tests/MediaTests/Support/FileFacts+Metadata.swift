import DecoderProtocol
import Photos

@testable import Media

extension FileFacts {
    /// What counts as today in these tests.
    static let today = CaptureTime(milliseconds: 1_900_000_000_000)

    func metadata(name: String = "file", modified: CaptureTime? = nil) -> PhotoMetadata {
        MetadataMapping.metadata(
            of: self, fileName: Array(name.utf8)[...], fileModified: modified, today: Self.today)
    }
}
