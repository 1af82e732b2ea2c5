extension EventLoop {
    /// How much of a large body is received at once.
    private static let chunkSize = 256 << 10

    /// Takes what has arrived.
    func receive(_ connection: Connection) {
        // A plain connection is left after one round: the poller tells again.
        // Of an encrypted one the poller does not see what OpenSSL holds.
        repeat {
            if connection.isBusy {
                pauseReading(connection)
                return
            }
            guard !connection.isReadingPaused || connection.stage == .lingering else { return }
            if connection.bodyFlows, receiveChunk(connection) { return }
            let room = connection.parser.isInsideBody ? scratch.count : limits.headSize
            let buffer = UnsafeMutableBufferPointer(rebasing: scratch[..<min(room, scratch.count)])
            switch connection.transport.receive(into: buffer) {
            case .bytes(let count):
                counters.bytesReceived.add(count)
                connection.bodyFlows = count == scratch.count
                take(UnsafeBufferPointer(rebasing: buffer[..<count]), from: connection)
            case .nothing: return
            case .ended:
                inputHasEnded(connection)
                return
            case .failed:
                close(connection)
                return
            }
        } while isOpen(connection) && connection.transport.hasHiddenInput
    }

    /// Receives a large part of a sized body into the very chunk that the
    /// handler gets. Gives whether this was possible.
    private func receiveChunk(_ connection: Connection) -> Bool {
        guard connection.transport.tls == nil, connection.stage == .open,
            connection.exchange?.receiving == .body,
            let left = connection.parser.bodyLeft, left >= Int64(Self.chunkSize)
        else { return false }
        var outcome = Transport.Received.nothing
        var chunk = [UInt8](unsafeUninitializedCapacity: Self.chunkSize) { buffer, count in
            outcome = connection.transport.receive(into: buffer)
            if case .bytes(let received) = outcome { count = received }
        }
        switch outcome {
        case .bytes(let count):
            counters.bytesReceived.add(count)
            connection.bodyFlows = count == Self.chunkSize
            // What waits for the handler must not be mostly unused memory.
            if count < Self.chunkSize / 2 { chunk = Array(chunk[...]) }
            take(chunk, from: connection)
        case .nothing: break
        case .ended: inputHasEnded(connection)
        case .failed: close(connection)
        }
        return true
    }

    /// Stops taking input until the handler or the client is ready for it.
    func pauseReading(_ connection: Connection) {
        guard !connection.isReadingPaused else { return }
        connection.isReadingPaused = true
        connection.receiveRate?.stop(now: now)
        updateInterest(connection)
        schedule(connection)
    }

    /// Takes input again, first what was read ahead.
    func resumeReading(_ connection: Connection) {
        guard !connection.isParsing else { return }
        let wasPaused = connection.isReadingPaused
        connection.isReadingPaused = false
        connection.receiveRate?.resume(now: now)
        if connection.readAheadOffset < connection.readAhead.count {
            parseReadAhead(connection)
            guard isOpen(connection), connection.stage == .open else { return }
            // A body may have filled its buffer meanwhile.
            guard !connection.isReadingPaused else { return }
            guard !connection.isBusy else {
                pauseReading(connection)
                return
            }
        }
        guard wasPaused else { return }
        updateInterest(connection)
        schedule(connection)
        if connection.transport.hasHiddenInput { receive(connection) }
    }

    private func parseReadAhead(_ connection: Connection) {
        let bytes = connection.readAhead
        let offset = connection.readAheadOffset
        connection.readAhead = []
        connection.readAheadOffset = 0
        let taken = parse(bytes.span, from: offset, of: connection)
        guard taken < bytes.count, isOpen(connection), connection.stage == .open else { return }
        connection.readAhead = bytes
        connection.readAheadOffset = taken
        pauseReading(connection)
    }

    /// The handler of that request wants more of the body.
    func demand(_ demand: BodyChannel.Demand, by reference: ExchangeReference) {
        guard let (connection, exchange) = find(reference), exchange.receiving == .body else {
            return
        }
        switch demand {
        case .more: resumeReading(connection)
        case .goAhead:
            guard exchange.progress == .handling else { return }
            connection.output.append(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)[...])
            connection.receiveRate?.resume(now: now)
            schedule(connection)
            flush(connection)
        }
    }

    private func take(_ bytes: UnsafeBufferPointer<UInt8>, from connection: Connection) {
        if connection.stage == .lingering {
            connection.lingerAllowance -= bytes.count
            if connection.lingerAllowance < 0 { close(connection) }
            return
        }
        let taken = parse(bytes.span, from: 0, of: connection)
        guard taken < bytes.count, isOpen(connection), connection.stage == .open else { return }
        connection.readAhead = Array(bytes[taken...])
        connection.readAheadOffset = 0
        pauseReading(connection)
    }

    /// Takes bytes that are all of the body.
    private func take(_ chunk: [UInt8], from connection: Connection) {
        var offset = 0
        let event = Result { () throws(ParseFailure) in
            try connection.parser.next(chunk.span, at: &offset)
        }
        guard case .success(.body(chunk.indices)) = event else {
            preconditionFailure("a part of a body is \(event)")
        }
        bodyArrived(chunk, on: connection)
        guard isOpen(connection), connection.parser.bodyLeft == 0 else { return }
        _ = parse(Span(), from: 0, of: connection)
    }

    /// Parses as far as requests may be begun. Gives the position behind
    /// what was taken.
    private func parse(
        _ input: Span<UInt8>, from start: Int, of connection: Connection
    ) -> Int {
        var offset = start
        connection.isParsing = true
        defer { connection.isParsing = false }
        do throws(ParseFailure) {
            while isOpen(connection), connection.stage == .open, connection.ending == nil,
                !connection.isBusy,
                let event = try connection.parser.next(input, at: &offset)
            {
                switch event {
                case .head(let head): try begin(head, on: connection, input, &offset)
                case .body(let range):
                    bodyArrived(Self.copy(input, range), on: connection)
                case .end: bodyIsComplete(connection)
                }
            }
        } catch {
            requestFailed(error, on: connection)
            return input.count
        }
        guard isOpen(connection), connection.exchange == nil, connection.ending == nil else {
            return offset
        }
        if connection.parser.isInsideHead, connection.wait?.kind != .head {
            limitWait(connection, .head, limits.headTime)
        }
        return offset
    }

    /// The bytes of a part of the input.
    static func copy(_ input: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
        input.extracting(range).withUnsafeBufferPointer { Array($0) }
    }

    private func bodyArrived(_ chunk: [UInt8], on connection: Connection) {
        guard let exchange = connection.exchange else { return }
        exchange.bodyBytesReceived += Int64(chunk.count)
        connection.receiveRate?.moved(chunk.count, now: now)
        schedule(connection)
        switch exchange.receiving {
        case .body:
            if exchange.channel?.push(chunk) == false { pauseReading(connection) }
        case .discarding(let allowance):
            guard chunk.count <= allowance else {
                exchange.keepsAlive = false
                requestIsOver(.failed, exchange, connection)
                return
            }
            exchange.receiving = .discarding(allowance: allowance - chunk.count)
        case .complete, .failed: break
        }
    }

    private func bodyIsComplete(_ connection: Connection) {
        guard let exchange = connection.exchange else { return }
        exchange.channel?.end(.success(()))
        requestIsOver(.complete, exchange, connection)
    }

    /// What arrives is no request, or its body is broken.
    private func requestFailed(_ failure: ParseFailure, on connection: Connection) {
        counters.malformedRequests.add(1)
        pauseReading(connection)
        guard let exchange = connection.exchange else {
            let response = router.failureResponse(failure.refusal, nil)
            report(failure.refusal, on: connection)
            send(refusal: response, on: connection)
            return
        }
        exchange.keepsAlive = false
        guard exchange.task != nil || exchange.progress != .handling else {
            // Its head has just been read: the body is announced too large.
            exchange.receiving = .failed
            refuse(exchange, failure.refusal, on: connection)
            return
        }
        exchange.channel?.end(
            .failure(
                failure == .bodyTooLarge
                    ? .tooLarge(limit: exchange.bodyLimit) : .malformed(failure.refusal.message)))
        requestIsOver(.failed, exchange, connection)
    }

    /// Nothing more of this request will come.
    func requestIsOver(
        _ end: Exchange.Receiving, _ exchange: Exchange, _ connection: Connection
    ) {
        exchange.receiving = end
        exchange.channel = nil
        connection.receiveRate = nil
        if end == .failed { pauseReading(connection) }
        schedule(connection)
        finishWhenDone(exchange, connection)
    }

    /// The other side sends nothing more.
    private func inputHasEnded(_ connection: Connection) {
        if let exchange = connection.exchange, !exchange.requestIsOver {
            exchange.channel?.end(.failure(.disconnected))
        }
        close(connection)
    }

    /// The poller says that the other side has ended its direction. It may
    /// have gone for good; that cannot be told apart.
    func peerHasClosed(_ connection: Connection) {
        guard connection.isReadingPaused || connection.isBusy else {
            // Reading is under way and comes to the end by itself.
            return
        }
        connection.ignoresPeerClosed = true
        updateInterest(connection)
        guard let exchange = connection.exchange, exchange.requestIsOver else { return }
        exchange.task?.cancel()
    }
}
