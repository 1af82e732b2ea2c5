internal import Glibc

extension EventLoop {
    /// Refused connections that may linger at one time; beyond that they are
    /// closed without the answer being sure to arrive.
    private static let refusedLimit = 256

    /// Listens on these sockets and spreads the connections over `loops`.
    func listen(
        on sockets: [AcceptingSocket], for loops: [EventLoop]
    ) throws(HTTPServerError) {
        siblings = loops
        listeners = sockets
        for (index, socket) in sockets.enumerated() {
            guard socket.watch(by: poller, index: index) else {
                throw .systemRefused("epoll", errno: errno)
            }
        }
    }

    /// Takes the connections that wait, some at a time.
    func accept(from index: Int) {
        for _ in 0..<64 {
            guard index < listeners.count, !acceptingIsPaused else { return }
            switch listeners[index].accept() {
            case .nothing: return
            case .exhausted:
                pauseAccepting()
                return
            case .connection(let descriptor, let peer):
                place(descriptor, peer, listeners[index].tls)
            }
        }
    }

    /// Time to try again after the descriptors had run out.
    func resumeAccepting() {
        guard acceptingIsPaused else { return }
        acceptingIsPaused = false
        for (index, socket) in listeners.enumerated() {
            socket.pause(false, in: poller, index: index)
        }
    }

    /// Stops listening for good.
    func stopListening() {
        listeners = []
        siblings = []
    }

    private func pauseAccepting() {
        acceptingIsPaused = true
        counters.acceptPauses.add(1)
        for (index, socket) in listeners.enumerated() {
            socket.pause(true, in: poller, index: index)
        }
        deadlines.insert(.accepting, at: now + .milliseconds(100))
    }

    /// Gives a new connection to the loop that has fewest.
    private func place(_ descriptor: Int32, _ peer: SocketAddress, _ tls: TLSContext?) {
        guard admission.openConnection(peer.address) else {
            refuse(descriptor, peer, tls)
            return
        }
        counters.connectionsAccepted.add(1)
        var chosen = self
        for loop in siblings
        where loop.counters.connections.load(ordering: .relaxed)
            < chosen.counters.connections.load(ordering: .relaxed)
        {
            chosen = loop
        }
        chosen.counters.connections.add(1)
        if chosen === self {
            adopt(descriptor, peer, tls)
        } else {
            Task(executorPreference: chosen.executor) { [chosen] in
                await chosen.adopt(descriptor, peer, tls)
            }
        }
    }

    /// Serves a new connection, which was counted before.
    private func adopt(_ descriptor: Int32, _ peer: SocketAddress, _ tls: TLSContext?) {
        let session = tls.flatMap { TLSSession($0, descriptor: descriptor) }
        guard let connection = insert(descriptor, peer, session, isCounted: true) else { return }
        guard !isDraining, tls == nil || session != nil else {
            close(connection)
            return
        }
        if session == nil {
            limitWait(connection, .idle, limits.idleTime)
        } else {
            limitWait(connection, .handshake, limits.handshakeTime)
        }
    }

    /// Tells a plain connection that there is no room, and ends it.
    private func refuse(_ descriptor: Int32, _ peer: SocketAddress, _ tls: TLSContext?) {
        counters.connectionsRefused.add(1)
        // An encrypted one would need a handshake first: the dear part.
        guard tls == nil, refusedCount < Self.refusedLimit,
            let connection = insert(descriptor, peer, nil, isCounted: false)
        else {
            if tls != nil || refusedCount >= Self.refusedLimit { Glibc.close(descriptor) }
            return
        }
        refusedCount += 1
        let response = router.failureResponse(admission.busy, nil)
        send(refusal: response, on: connection)
    }

    /// Makes the connection and watches it; nil when the system will not.
    private func insert(
        _ descriptor: Int32, _ peer: SocketAddress, _ session: TLSSession?, isCounted: Bool
    ) -> Connection? {
        let connection = connections.insert { id in
            Connection(
                id: id, peer: peer, transport: Transport(owning: descriptor, tls: session),
                parser: RequestParser(limits: parserLimits), isCounted: isCounted)
        }
        connection.interest = [.readable, .peerClosed]
        guard poller.add(descriptor, connection.interest, tag: connection.id.raw) else {
            close(connection)
            return nil
        }
        return connection
    }

    /// Goes on with the TLS handshake.
    func handshake(_ connection: Connection) {
        guard let tls = connection.transport.tls else { return }
        switch tls.handshake() {
        case .done:
            connection.stage = .open
            connection.awaitsRoom = false
            updateInterest(connection)
            limitWait(connection, .idle, limits.idleTime)
            receive(connection)
        case .needsReadable:
            connection.awaitsRoom = false
            updateInterest(connection)
        case .needsWritable:
            connection.awaitsRoom = true
            updateInterest(connection)
        case .failed: close(connection)
        }
    }
}
