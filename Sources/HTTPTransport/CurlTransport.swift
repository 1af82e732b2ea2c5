/// A transport on libcurl's multi interface: one thread for all exchanges,
/// with a pool of connections. The thread sleeps while nothing happens.
public final class CurlTransport: HTTPTransporting {
    private let engine: Engine

    public init(_ configuration: TransportConfiguration) throws(TransportError) {
        engine = try Engine.start(configuration)
    }

    deinit {
        engine.post(.stop)
    }

    public func close() {
        engine.post(.stop)
    }

    public func open(
        _ request: OutgoingRequest
    ) async throws(TransportError) -> IncomingResponse {
        if let problem = request.problem { throw .badRequest(problem) }
        guard !Task.isCancelled else { throw .cancelled }
        let exchange = engine.begin(request)
        let engine = engine
        if case .stream(_, let next) = request.body {
            exchange.adopt(Task { await Self.pump(next, into: exchange, engine) })
        }
        let head = await withTaskCancellationHandler {
            await exchange.receiveHead()
        } onCancel: {
            engine.post(.cancel(exchange.id))
        }
        return IncomingResponse(
            head: try head.get(), exchange: exchange, engine: engine, keeping: self)
    }

    /// Hands on what is to be sent, at the pace of the network.
    private static func pump(
        _ next: @Sendable () async throws -> [UInt8]?, into exchange: Exchange,
        _ engine: Engine
    ) async {
        let id = exchange.id
        do {
            while let piece = try await next() {
                guard await exchange.send(piece, goOn: { engine.post(.goOnSending(id)) }) else {
                    return
                }
            }
            exchange.endSending { engine.post(.goOnSending(id)) }
        } catch {
            exchange.finish(.failure(.sourceFailed("\(error)")))
            engine.post(.cancel(id))
        }
    }
}
