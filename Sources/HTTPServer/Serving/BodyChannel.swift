/// Hands the chunks of a body from the loop to the handler.
final class BodyChannel: Sendable {
    nonisolated(nonsending) func next() async throws(RequestBodyError) -> [UInt8]? {
        fatalError("to be written")
    }
}
