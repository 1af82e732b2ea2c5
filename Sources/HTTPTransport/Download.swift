/// A download that goes on where a cut ended it.
public struct Download: Sendable {
    public var request: OutgoingRequest
    /// Where to begin, in bytes.
    public var offset: Int64
    /// Cuts in a row, without a byte between them, after which it gives up.
    public var patience: Int

    public init(_ request: OutgoingRequest, from offset: Int64 = 0, patience: Int = 3) {
        self.request = request
        self.offset = offset
        self.patience = patience
    }

    /// What came of it.
    public enum Outcome: Hashable, Sendable {
        /// All bytes were handed to the sink.
        case complete(ResponseHead)
        /// The server answered with something else than the bytes; the sink
        /// was given none.
        case refused(ResponseHead, body: [UInt8])
    }

    /// Hands every byte from `offset` on to the sink, once and in order.
    ///
    /// - Parameters:
    ///   - sink: returns when it is ready for more. `sourceFailed` when it
    ///     throws.
    /// - Throws: `changedMeanwhile` when the file became another one.
    public func run(
        over transport: some HTTPTransporting, into sink: ([UInt8]) async throws -> Void
    ) async throws(TransportError) -> Outcome {
        var position = offset
        var tag: String?
        var cuts = 0
        while true {
            let before = position
            do throws(TransportError) {
                return try await attempt(over: transport, &position, &tag, into: sink)
            } catch {
                cuts = position > before ? 1 : cuts + 1
                guard error.isRetryable, error != .changedMeanwhile, cuts < patience else {
                    throw error
                }
            }
        }
    }

    private func attempt(
        over transport: some HTTPTransporting, _ position: inout Int64, _ tag: inout String?,
        into sink: ([UInt8]) async throws -> Void
    ) async throws(TransportError) -> Outcome {
        var request = request
        if position > 0 {
            request.resume(at: position)
            if let tag { request.fields.append(HeaderField("If-Range", tag)) }
        }
        let response = try await transport.open(request)
        guard response.status == (position > 0 ? 206 : 200) else {
            if position > offset, response.status == 200 { throw .changedMeanwhile }
            return .refused(response.head, body: try await response.collect(upTo: 1 << 20))
        }
        if position > 0, response.head.rangeStart != position {
            throw .badReply("it is another part of the file")
        }
        if let new = response.head["ETag"] {
            if let tag, tag != new { throw .changedMeanwhile }
            tag = new
        }
        while let piece = try await response.next() {
            do {
                try await sink(piece)
            } catch {
                throw .sourceFailed("\(error)")
            }
            position += Int64(piece.count)
        }
        return .complete(response.head)
    }
}
