import Fuzzing
import Media
import Photos

/// Reads any bytes as a Takeout's JSON and lays what it says over a photo's
/// metadata.
@main
enum SidecarJSON {
    static func main() {
        Fuzzer.run(test)
    }

    private static let today = CaptureTime(milliseconds: 1_800_000_000_000)

    @Sendable private static func test(_ input: [UInt8]) {
        guard let sidecar = TakeoutSidecar.metadata(of: input) else { return }
        precondition(sidecar.taken == nil || sidecar.zone == .utc, "a time of no zone")
        for source in DateSource.allCases {
            for zone in ZoneSource.allCases {
                let own = PhotoMetadata(
                    kind: .photo, taken: CaptureTime(milliseconds: 1_500_000_000_000),
                    utcOffsetMinutes: zone == .written ? 120 : nil, dateSource: source,
                    zone: zone == .written || zone == .utc ? zone : .unknown)
                let found = own.applying([sidecar], today: today)
                precondition(found.taken?.isSane(asOf: today) != false, "an absurd date")
                if source == .exif || source == .xmp {
                    precondition(found.taken == own.taken || own.zone == .utc, "a better date lost")
                }
                precondition(
                    found.borrowing(offsetMinutes: 60).withoutBorrowedOffset == found,
                    "a borrowed offset stays")
            }
        }
    }
}
