/// An answer whose body is still to be read. Dropping it ends the exchange.
public final class IncomingResponse: Sendable {
    public let head: ResponseHead
    private let exchange: Exchange
    private let engine: Engine
    /// Held since its end is the end of its exchanges.
    private let transport: CurlTransport

    init(
        head: ResponseHead, exchange: Exchange, engine: Engine, keeping transport: CurlTransport
    ) {
        self.head = head
        self.exchange = exchange
        self.engine = engine
        self.transport = transport
    }

    deinit {
        engine.post(.cancel(exchange.id))
    }

    public var status: Int { head.status }

    /// The next bytes of the body; nil at its end. What nobody asks for stays
    /// with the server: at most `Exchange.receivingBuffer` bytes and one
    /// piece wait here.
    public func next() async throws(TransportError) -> [UInt8]? {
        let (engine, exchange) = (engine, exchange)
        let result = await withTaskCancellationHandler {
            await exchange.receive {
                engine.post(.goOnReceiving(exchange.id))
            }
        } onCancel: {
            engine.post(.cancel(exchange.id))
        }
        return try result.get()
    }

    /// All of the body.
    ///
    /// - Parameter limit: bytes at most.
    public func collect(upTo limit: Int) async throws(TransportError) -> [UInt8] {
        if let length = head.length, length > limit { throw .tooLarge(limit: limit) }
        var body: [UInt8] = []
        while let piece = try await next() {
            guard body.count + piece.count <= limit else { throw .tooLarge(limit: limit) }
            if body.isEmpty { body = piece } else { body += piece }
        }
        return body
    }
}
