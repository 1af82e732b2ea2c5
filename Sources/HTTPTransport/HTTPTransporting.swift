/// Exchanges requests for responses: libcurl here, the system's own loader
/// where there is one.
public protocol HTTPTransporting: Sendable {
    /// Sends a request; returns when the head of its answer is there. The
    /// body follows at the pace of who reads it.
    ///
    /// Cancelling the task ends the exchange at once, wherever it is.
    func open(_ request: OutgoingRequest) async throws(TransportError) -> IncomingResponse

    /// Ends everything under way with `closed`.
    func close()
}

extension HTTPTransporting {
    /// Sends a request and reads its whole answer.
    ///
    /// - Parameter limit: bytes of the body at most.
    public func send(
        _ request: OutgoingRequest, upTo limit: Int
    ) async throws(TransportError) -> (head: ResponseHead, body: [UInt8]) {
        let response = try await open(request)
        return (response.head, try await response.collect(upTo: limit))
    }
}
