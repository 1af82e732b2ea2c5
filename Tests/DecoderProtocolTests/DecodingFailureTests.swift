import DecoderProtocol
import Testing

@Suite struct DecodingFailureTests {
    @Test func aDetailIsCutAndCannotSteerATerminal() {
        let failure = DecodingFailure(.corrupt, "a\u{1B}[31m\n\u{9B}b")
        #expect(failure.detail == "a [31m  b")
        let long = DecodingFailure(.corrupt, String(repeating: "ü", count: 400))
        #expect(long.detail.utf8.count == DecodingFailure.detailCapacity)
    }
}
