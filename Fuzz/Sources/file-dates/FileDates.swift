import DecoderProtocol
import Fuzzing
import Media
import Photos

/// Reads lines as the texts of a file's metadata, the first one as its name,
/// and checks what every outcome keeps.
@main
enum FileDates {
    static func main() {
        Fuzzer.run(test)
    }

    private static let today = CaptureTime(milliseconds: 1_800_000_000_000)

    @Sendable private static func test(_ input: [UInt8]) {
        let lines = input.split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard let name = lines.first, let head = lines.dropFirst().first?.first else { return }
        let formats = FileFormat.allCases
        var facts = FileFacts(format: formats[Int(head) % formats.count])
        for (field, line) in zip(MetadataField.allCases, lines.dropFirst(2)) where !line.isEmpty {
            facts.fields[field] = String(decoding: line, as: UTF8.self)
        }
        if head & 1 == 1 {
            facts.location = Coordinate(latitude: Double(head) / 4, longitude: Double(head) - 128)
        }
        let metadata = MetadataMapping.metadata(
            of: facts, fileName: name, fileModified: head & 2 == 2 ? today : nil, today: today)
        check(metadata)
        let sidecar = MetadataMapping.sidecar(
            of: SidecarFacts(fields: facts.fields, location: facts.location), today: today)
        precondition(sidecar.taken?.isSane(asOf: today) != false, "an absurd sidecar")
        check(metadata.applying([sidecar], today: today))
    }

    private static func check(_ metadata: PhotoMetadata) {
        precondition((metadata.taken == nil) == (metadata.dateSource == .none), "no source")
        precondition(metadata.taken?.isSane(asOf: today) != false, "an absurd date")
        precondition(abs(metadata.utcOffsetMinutes ?? 0) <= 15 * 60, "an absurd offset")
        let isPlaced = metadata.zone == .written || metadata.zone == .place
        precondition(isPlaced == (metadata.utcOffsetMinutes != nil), "a zone without an offset")
        precondition(metadata.camera?.isEmpty != true, "a camera without a name")
    }
}
