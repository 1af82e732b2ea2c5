@testable import Carousel
import Photos
import Testing

struct UploadOrderTests {
    private func path(
        _ name: String, taken: CaptureTime?, _ number: Int
    ) throws -> String {
        let hash = try #require(ContentHash(bytes: [UInt8](repeating: 0xAB, count: 32)))
        let order = UploadOrder(
            operation: OperationID(high: 1, low: 2),
            upload: Upload(hash: hash, size: 1, replaces: nil, wish: false, urgent: false),
            file: FilePath("/photos/\(name)"),
            stamp: FileStamp(
                identity: FileIdentity(device: 1, inode: 1), size: 1, modifiedNanoseconds: 0,
                statusChangedNanoseconds: 0),
            taken: taken, session: nil, remember: { _ in })
        return order.path(number)
    }

    @Test func namesAreTheTimeOfCaptureAndEndInTheFilesOwnEnding() throws {
        let taken = CaptureTime(
            year: 2014, month: 4, day: 9, hour: 8, minute: 5, second: 7, millisecond: 12)
        #expect(try path("a.JPG", taken: taken, 0) == "/Camera Uploads/2014-04-09 08.05.07.JPG")
        #expect(try path("a.JPG", taken: taken, 2) == "/Camera Uploads/2014-04-09 08.05.07-2.JPG")
        #expect(
            try path("a.b.heic", taken: taken, UploadOrder.numberedNames)
                == "/Camera Uploads/2014-04-09 08.05.07-abababababababab.heic")
        #expect(try path("a", taken: taken, 0) == "/Camera Uploads/2014-04-09 08.05.07")
        #expect(try path("scan 1.png", taken: nil, 1) == "/Camera Uploads/scan 1-1.png")
    }
}
