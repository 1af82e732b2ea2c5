extension EventLoop {
    /// Sets the limit for what the connection waits for outside of bodies.
    func limitWait(_ connection: Connection, _ kind: Connection.Wait, _ duration: Duration) {
        connection.wait = (kind, now + duration)
        schedule(connection)
    }

    /// Brings the queue in line with the connection's time limits.
    func schedule(_ connection: Connection) {
        guard let time = connection.deadline.set(connection.earliestDeadline) else { return }
        deadlines.insert(.connection(connection.id), at: time)
        if deadlines.count >= deadlinesToSweep { forgetClosed() }
    }

    /// An entry of the queue has come up.
    func deadlineCameUp(_ id: ConnectionID) {
        guard let connection = connections[id] else { return }
        switch connection.deadline.comeUp(at: now) {
        case .none: return
        case .again(let time): deadlines.insert(.connection(id), at: time)
        case .expired:
            expire(connection)
            if isOpen(connection) { schedule(connection) }
        }
    }

    /// Connections that came and went leave their entries behind.
    private func forgetClosed() {
        deadlines.removeAll { owner in
            guard case .connection(let id) = owner else { return false }
            return connections[id] == nil
        }
        deadlinesToSweep = max(1_024, 2 * deadlines.count)
    }

    private func expire(_ connection: Connection) {
        if let exchange = connection.exchange, let time = exchange.handlerDeadline, time <= now {
            exchange.handlerDeadline = nil
            exchange.task?.cancel()
        }
        if let time = connection.sendRate?.time, time <= now {
            counters.timeouts.add(1)
            close(connection)
            return
        }
        if let time = connection.receiveRate?.time, time <= now {
            counters.timeouts.add(1)
            bodyIsTooSlow(connection)
            return
        }
        guard let wait = connection.wait, wait.until <= now else { return }
        connection.wait = nil
        counters.timeouts.add(1)
        switch wait.kind {
        case .handshake, .idle, .lingering: close(connection)
        case .head:
            pauseReading(connection)
            let failure = RequestFailure(
                .requestTimeout, "The request head came too slowly.")
            report(failure, on: connection)
            send(refusal: router.failureResponse(failure, nil), on: connection)
        }
    }

    private func bodyIsTooSlow(_ connection: Connection) {
        guard let exchange = connection.exchange else { return }
        connection.receiveRate = nil
        exchange.keepsAlive = false
        exchange.channel?.end(.failure(.tooSlow))
        requestIsOver(.failed, exchange, connection)
    }
}
