extension EventLoop {
    /// A head is complete: lets the request in and starts its handler.
    func begin(
        _ head: RequestHead, on connection: Connection, _ input: Span<UInt8>, _ offset: inout Int
    ) throws(ParseFailure) {
        counters.requests.add(1)
        connection.wait = nil
        connection.exchangeCount &+= 1
        let client = client(of: head, on: connection)
        let exchange = Exchange(
            number: connection.exchangeCount, head: head, client: client, started: now)
        connection.exchange = exchange
        counters.activeRequests.add(1)
        if isDraining { exchange.keepsAlive = false }
        let refusal = admission.beginRequest(client, now: now)
        exchange.isCounted = refusal == nil
        let (route, parameters) = router.route(head.method, head.target)
        exchange.bodyLimit = route.options.bodyLimit
        try connection.parser.limitBody(to: route.options.bodyLimit)
        let body = try receiveBody(
            head, exchange, connection, isRefused: refusal != nil, input, &offset)
        if let refusal {
            refuse(exchange, refusal, on: connection)
            return
        }
        let reference = ExchangeReference(
            loop: self, connection: connection.id, number: exchange.number)
        let request = HTTPRequest(
            head, parameters: parameters, body: body, peer: connection.peer, client: client,
            isSecure: connection.transport.tls != nil, reference: reference)
        start(route, request, exchange)
        // Who has ended its direction before may have gone for good.
        if connection.ignoresPeerClosed { exchange.task?.cancel() }
        schedule(connection)
    }

    /// The request a reference names, while it is under way.
    func find(_ reference: ExchangeReference) -> (Connection, Exchange)? {
        guard let connection = connections[reference.connection],
            let exchange = connection.exchange, exchange.number == reference.number
        else { return nil }
        return (connection, exchange)
    }

    /// Cancels the handler of that request after some time.
    func cancelHandler(of reference: ExchangeReference, after duration: Duration) {
        guard let (connection, exchange) = find(reference) else { return }
        exchange.handlerDeadline = now + duration
        schedule(connection)
    }

    /// The body as the handler gets it: whole when it is here already.
    private func receiveBody(
        _ head: RequestHead, _ exchange: Exchange, _ connection: Connection, isRefused: Bool,
        _ input: Span<UInt8>, _ offset: inout Int
    ) throws(ParseFailure) -> RequestBody {
        let length: Int64?
        switch head.framing {
        case .none:
            _ = try connection.parser.next(input, at: &offset)
            exchange.receiving = .complete
            return RequestBody()
        case .sized(let count) where count <= input.count - offset:
            guard case .body(let range) = try connection.parser.next(input, at: &offset),
                case .end = try connection.parser.next(input, at: &offset)
            else { preconditionFailure("a body that is all there was not given at once") }
            exchange.receiving = .complete
            exchange.bodyBytesReceived = count
            return RequestBody(Self.copy(input, range))
        case .sized(let count): length = count
        case .chunked: length = nil
        }
        var rate = RateDeadline(
            bytesPerSecond: limits.minimumBodyRate, grace: limits.bodyRateGrace, now: now)
        if head.expectsContinue { rate.stop(now: now) }
        connection.receiveRate = rate
        guard !isRefused else { return RequestBody() }
        let reference = ExchangeReference(
            loop: self, connection: connection.id, number: exchange.number)
        let channel = BodyChannel(
            limit: limits.bodyBuffer, awaitsGoAhead: head.expectsContinue, counters: counters
        ) { demand in
            reference.loop.perform { $0.demand(demand, by: reference) }
        }
        exchange.channel = channel
        return RequestBody(channel: channel, announcedLength: length)
    }

    private func start(_ route: Route, _ request: HTTPRequest, _ exchange: Exchange) {
        runningTasks += 1
        let handler = route.handler
        switch route.options.execution {
        case .eventLoop:
            exchange.task = Task(executorPreference: executor) {
                await self.work(on: request, with: handler)
            }
        case .concurrent:
            exchange.task = Task.detached { await self.work(on: request, with: handler) }
        }
    }

    /// Who asks: the peer, or whom a trusted proxy names.
    private func client(of head: RequestHead, on connection: Connection) -> IPAddress {
        let peer = connection.peer.address
        guard configuration.trustedProxies.contains(peer),
            let last = head.headers.values(of: "X-Forwarded-For").last?.split(separator: ",").last
        else { return peer }
        return IPAddress(last.filter { $0 != " " && $0 != "\t" }) ?? peer
    }
}
