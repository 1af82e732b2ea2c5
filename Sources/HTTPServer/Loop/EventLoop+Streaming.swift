extension EventLoop {
    /// Takes bytes of a streamed body; returns when there is room for more.
    func write(
        _ bytes: [UInt8], for reference: ExchangeReference
    ) async -> Result<Void, ResponseWriteError> {
        guard let (connection, exchange) = find(reference),
            case .streaming(let framing, let left) = exchange.progress
        else { return .failure(.disconnected) }
        if let left {
            guard bytes.count <= left else { return .failure(.tooLong) }
            exchange.progress = .streaming(framing, left: left - Int64(bytes.count))
        }
        if framing == .chunked {
            var line: [UInt8] = []
            ResponseHeadEncoder.appendChunkSize(bytes.count, to: &line)
            enqueue(line, on: connection)
            enqueue(bytes, on: connection)
            enqueue([ASCII.carriageReturn, ASCII.lineFeed], on: connection)
        } else {
            enqueue(bytes, on: connection)
        }
        if !connection.awaitsRoom { flush(connection) }
        if let result = resultOfWriting(on: connection) { return result }
        return await withCheckedContinuation { continuation in
            // Others may have had the loop before this line.
            if let result = resultOfWriting(on: connection) {
                continuation.resume(returning: result)
                return
            }
            precondition(exchange.writer == nil, "two writers of one answer")
            exchange.writer = continuation
        }
    }

    /// Nil while the writer is to wait for room.
    private func resultOfWriting(
        on connection: Connection
    ) -> Result<Void, ResponseWriteError>? {
        guard isOpen(connection) else { return .failure(.disconnected) }
        return connection.output.byteCount > limits.responseBuffer ? nil : .success(())
    }

    /// The producer of a streamed body is done.
    func endStream(_ reference: ExchangeReference) {
        guard let (connection, exchange) = find(reference),
            case .streaming(let framing, let left) = exchange.progress
        else { return }
        guard left ?? 0 == 0 else {
            // Shorter than announced: only a cut tells the client.
            close(connection)
            return
        }
        if framing == .chunked { enqueue(Array("0\r\n\r\n".utf8), on: connection) }
        exchange.progress = .answered
        flush(connection)
    }

    /// Cuts the connection of that request.
    func abort(_ reference: ExchangeReference) {
        guard let (connection, _) = find(reference) else { return }
        close(connection)
    }

    /// Lets the producer go on when enough has been sent.
    func wakeWriter(_ connection: Connection) {
        guard let exchange = connection.exchange, let writer = exchange.writer,
            connection.output.byteCount <= limits.responseBuffer / 2
        else { return }
        exchange.writer = nil
        writer.resume(returning: .success(()))
    }

    private func enqueue(_ bytes: [UInt8], on connection: Connection) {
        connection.output.append(bytes[...])
        counters.responseBytesBuffered.add(bytes.count)
    }
}
