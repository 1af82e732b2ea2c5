/// Takes the bytes of a streamed answer.
public struct ResponseWriter: Sendable {
    let send: @Sendable ([UInt8]) async throws(ResponseWriteError) -> Void

    /// Sends bytes; returns when there is room for more.
    ///
    /// At most `ServerLimits.responseBuffer` bytes and one such write wait
    /// for a slow client.
    public func write(_ bytes: [UInt8]) async throws(ResponseWriteError) {
        guard !bytes.isEmpty else { return }
        try await send(bytes)
    }
}

/// Why a streamed answer cannot go on.
public enum ResponseWriteError: Error, Sendable, Equatable {
    /// The client has gone, or the server shut down.
    case disconnected
    /// More bytes than the announced length.
    case tooLong
}
