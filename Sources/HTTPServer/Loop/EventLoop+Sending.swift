extension EventLoop {
    /// Bodies up to this size are sent together with the head.
    private static let copiedBody = 16 << 10
    /// Bytes of a file sent before other connections get their turn.
    private static let fileTurn = 2 << 20

    /// Sends an answer. Gives whether its body is still to be produced.
    func send(_ response: HTTPResponse, for reference: ExchangeReference) -> Bool {
        guard let (connection, exchange) = find(reference), exchange.progress == .handling else {
            return false
        }
        return send(response, for: exchange, on: connection)
    }

    /// Answers a request without its handler.
    func refuse(_ exchange: Exchange, _ failure: RequestFailure, on connection: Connection) {
        let response = router.failureResponse(failure, exchange.path)
        _ = send(response, for: exchange, on: connection)
    }

    /// Answers what is no request, and ends the connection.
    func send(refusal response: HTTPResponse, on connection: Connection) {
        outgoing.removeAll(keepingCapacity: true)
        ResponseHeadEncoder.encode(
            response.status, response.headers,
            ResponseHeadEncoder.framing(response, version: .http11), version: .http11,
            keepsAlive: false, date: dateLine, into: &outgoing)
        connection.wait = nil
        connection.ending = .linger
        queue(response.body, on: connection)
    }

    private func send(
        _ response: HTTPResponse, for exchange: Exchange, on connection: Connection
    ) -> Bool {
        let framing = ResponseHeadEncoder.framing(response, version: exchange.version)
        dropUnreadBody(exchange, connection)
        if isDraining || response.closesConnection || framing == .close {
            exchange.keepsAlive = false
        }
        exchange.status = response.status.code
        outgoing.removeAll(keepingCapacity: true)
        ResponseHeadEncoder.encode(
            response.status, response.headers, framing, version: exchange.version,
            keepsAlive: exchange.keepsAlive, date: dateLine, into: &outgoing)
        let hasBody = exchange.method != .head && !response.status.forbidsBody
        if hasBody, case .stream(let length, _) = response.body {
            exchange.progress = .streaming(framing, left: length)
            queue(.empty, on: connection)
            return isOpen(connection)
        }
        exchange.progress = .answered
        queue(hasBody ? response.body : .empty, on: connection)
        return false
    }

    /// The handler has answered without reading all of the body.
    private func dropUnreadBody(_ exchange: Exchange, _ connection: Connection) {
        guard exchange.receiving == .body else { return }
        let awaitsGoAhead = exchange.channel?.awaitsGoAhead ?? exchange.expectsContinue
        let left = connection.parser.bodyLeft ?? .max
        guard !awaitsGoAhead, left <= limits.discardedBody else {
            // It is too much to take for nothing, or nobody knows whether it
            // will be sent at all.
            exchange.keepsAlive = false
            requestIsOver(.failed, exchange, connection)
            return
        }
        exchange.channel = nil
        exchange.receiving = .discarding(allowance: limits.discardedBody)
        resumeReading(connection)
    }

    /// Sends `outgoing`, which holds a head, and a body behind it.
    private func queue(_ body: ResponseBody, on connection: Connection) {
        switch body {
        case .empty, .stream: queueOutgoing(on: connection, more: false)
        case .bytes(let bytes) where bytes.count <= Self.copiedBody:
            outgoing.append(contentsOf: bytes)
            queueOutgoing(on: connection, more: false)
        case .bytes(let bytes):
            queueOutgoing(on: connection, more: true)
            connection.output.append(bytes[...])
            counters.responseBytesBuffered.add(bytes.count)
        case .file(let file, let range):
            queueOutgoing(on: connection, more: !range.isEmpty)
            connection.output.append(file, range)
        }
        flush(connection)
    }

    /// Sends `outgoing` at once as far as there is room, and queues the rest.
    private func queueOutgoing(on connection: Connection, more: Bool) {
        var sent = 0
        if connection.output.isEmpty {
            let result = outgoing.withUnsafeBytes { connection.transport.send($0, more: more) }
            // A failure comes again when the rest is sent.
            if case .bytes(let count) = result {
                sent = count
                account(count, connection)
            }
        }
        guard sent < outgoing.count else { return }
        connection.output.append(outgoing[sent...])
        counters.responseBytesBuffered.add(outgoing.count - sent)
        outgoing = []
    }

    /// Sends from the queue as long as there is room.
    func flush(_ connection: Connection) {
        var fileBytes = 0
        while let piece = connection.output.first {
            let result: Transport.Sent
            switch piece {
            case .bytes(let bytes):
                result = bytes.withUnsafeBytes {
                    connection.transport.send($0, more: connection.output.hasMore)
                }
            case .file(let file, let range):
                guard fileBytes < Self.fileTurn else {
                    waitForRoom(connection)
                    return
                }
                let part = range.prefix(Self.fileTurn)
                result = connection.transport.send(
                    file, part.startIndex..<part.endIndex, scratch: scratch)
                if case .bytes(let count) = result { fileBytes += count }
            }
            switch result {
            case .bytes(let count):
                if case .bytes = piece { counters.responseBytesBuffered.add(-count) }
                connection.output.sent(count)
                account(count, connection)
            case .blocked:
                waitForRoom(connection)
                return
            case .failed:
                close(connection)
                return
            }
        }
        outputIsSent(connection)
    }

    /// Counts bytes that went out.
    private func account(_ count: Int, _ connection: Connection) {
        counters.bytesSent.add(count)
        connection.exchange?.bytesSent += Int64(count)
        connection.sendRate?.moved(count, now: now)
    }

    private func waitForRoom(_ connection: Connection) {
        if connection.sendRate == nil {
            connection.sendRate = RateDeadline(
                bytesPerSecond: limits.minimumBodyRate, grace: limits.bodyRateGrace, now: now)
        }
        connection.awaitsRoom = true
        updateInterest(connection)
        schedule(connection)
        wakeWriter(connection)
    }

    private func outputIsSent(_ connection: Connection) {
        connection.transport.allIsHandedOver()
        if connection.awaitsRoom {
            connection.awaitsRoom = false
            updateInterest(connection)
        }
        if connection.sendRate != nil {
            connection.sendRate = nil
            schedule(connection)
        }
        wakeWriter(connection)
        if let exchange = connection.exchange {
            finishWhenDone(exchange, connection)
        } else if let ending = connection.ending {
            end(connection, ending)
        }
    }

    /// Ends the exchange when all of the request has come and all of the
    /// answer has gone, and goes on with the next.
    func finishWhenDone(_ exchange: Exchange, _ connection: Connection) {
        guard exchange.progress == .answered, exchange.requestIsOver, connection.output.isEmpty,
            connection.exchange === exchange
        else { return }
        connection.exchange = nil
        finish(exchange)
        guard exchange.keepsAlive else {
            // Bytes not read would reset the connection under the answer.
            let mayStillSend = exchange.receiving == .failed || connection.isReadingPaused
            end(connection, mayStillSend ? .linger : .close)
            return
        }
        limitWait(connection, .idle, limits.idleTime)
        resumeReading(connection)
    }
}
