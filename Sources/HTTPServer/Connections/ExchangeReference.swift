/// Names a request under way, for those outside its loop. It may be over.
struct ExchangeReference: Sendable {
    let loop: EventLoop
    let connection: ConnectionID
    /// Which request of the connection.
    let number: UInt32
}
