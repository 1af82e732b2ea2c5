extension EventLoop {
    /// Bytes dropped at most from a connection that lingers: more than lie in
    /// the sockets of both ends, else a client that still sends is cut off
    /// before it can read its answer.
    private static let lingerAllowance = 16 << 20
    private static let lingerTime = Duration.seconds(5)

    /// Ends the connection when its output is sent.
    func end(_ connection: Connection, _ ending: Connection.Ending) {
        connection.ending = ending
        guard connection.output.isEmpty else { return }
        connection.transport.endSending()
        guard ending == .linger else {
            close(connection)
            return
        }
        connection.stage = .lingering
        connection.readAhead = []
        connection.readAheadOffset = 0
        connection.lingerAllowance = Self.lingerAllowance
        connection.isReadingPaused = false
        updateInterest(connection)
        limitWait(connection, .lingering, Self.lingerTime)
    }

    /// Cuts the connection; its request, if any, is given up.
    func close(_ connection: Connection) {
        guard isOpen(connection) else { return }
        connections.remove(connection.id)
        counters.responseBytesBuffered.add(-connection.output.byteCount)
        if connection.isCounted {
            counters.connections.add(-1)
            admission.closeConnection(connection.peer.address)
        } else {
            refusedCount -= 1
        }
        defer { resumeWhenDrained() }
        guard let exchange = connection.exchange else { return }
        connection.exchange = nil
        exchange.channel?.end(.failure(.disconnected))
        exchange.task?.cancel()
        exchange.writer?.resume(returning: .failure(.disconnected))
        exchange.writer = nil
        if exchange.progress == .handling { exchange.status = nil }
        finish(exchange)
    }

    /// A request is over, one way or the other.
    func finish(_ exchange: Exchange) {
        counters.activeRequests.add(-1)
        if exchange.isCounted { admission.endRequest() }
        exchange.task = nil
        configuration.onRequestEnd?(exchange.record(now: now))
    }

    /// Tells of a request that could not be read.
    func report(_ failure: RequestFailure, on connection: Connection) {
        configuration.onRequestEnd?(
            RequestRecord(
                method: nil, path: nil, status: failure.status.code,
                client: connection.peer.address, duration: .zero, bodyBytesReceived: 0,
                bytesSent: 0))
    }

    // MARK: - Shutting down

    /// Takes no more requests; returns when those under way are answered, or
    /// given up after `bound`.
    func shutDown(within bound: Duration) async {
        stopListening()
        isDraining = true
        now = configuration.clock.now
        for connection in connections.all where connection.exchange == nil {
            if connection.ending == nil { end(connection, .close) }
        }
        for connection in connections.all { connection.exchange?.keepsAlive = false }
        deadlines.insert(.shutDown, at: now + bound)
        await withCheckedContinuation { continuation in
            drained = continuation
            // Others may have had the loop before the line above: the last
            // connection may have gone already.
            resumeWhenDrained()
        }
    }

    /// Cuts what is left.
    func giveUp() {
        guard isDraining else { return }
        for connection in connections.all { close(connection) }
    }

    /// Tells `shutDown` when the last connection has gone.
    func resumeWhenDrained() {
        guard isDraining, connections.count == 0, let continuation = drained else { return }
        drained = nil
        continuation.resume()
    }
}
