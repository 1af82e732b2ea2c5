import DecoderProtocol
import Fuzzing

/// Reads any bytes as messages of the decoder's and of the app's: what is one
/// must be written as it was read.
@main
enum DecoderMessages {
    static func main() {
        Fuzzer.run(test)
    }

    @Sendable private static func test(_ input: [UInt8]) {
        if let reply = try? DecoderReply(message: input) {
            let again = try? DecoderReply(message: reply.message)
            precondition(again == reply, "a reply changes on its way")
        }
        if let request = try? DecoderRequest(message: input) {
            let again = try? DecoderRequest(message: request.message)
            precondition(again == request, "a request changes on its way")
        }
    }
}
