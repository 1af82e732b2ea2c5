/// What an answer carries.
public enum ResponseBody: Sendable {
    case empty
    case bytes([UInt8])
    /// Bytes of a file, sent by the kernel where it can. A file that turns
    /// out shorter cuts the connection, since the length was announced.
    case file(OpenFile, Range<Int64>)
    /// Bytes made as they are sent, in chunks when `length` is nil.
    ///
    /// The closure runs after the head was sent and ends the body by
    /// returning. When it throws, or writes more or less than `length`, the
    /// connection is cut, so that no client takes the part for the whole.
    case stream(length: Int64?, @Sendable (ResponseWriter) async throws -> Void)

    /// The elements of an asynchronous sequence, one after the other.
    public static func stream<Chunks: AsyncSequence & Sendable>(
        _ chunks: Chunks, length: Int64? = nil
    ) -> ResponseBody where Chunks.Element == [UInt8] {
        .stream(length: length) { writer in
            for try await chunk in chunks { try await writer.write(chunk) }
        }
    }
}
