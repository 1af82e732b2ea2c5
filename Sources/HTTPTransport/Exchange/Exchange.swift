internal import Synchronization

/// What the engine's thread and the caller have in common of one exchange.
///
/// Holds at most `receivingBuffer` bytes and one piece that were received, and
/// `sendingBuffer` and one piece to be sent.
final class Exchange: Sendable {
    static let receivingBuffer = 512 << 10
    static let sendingBuffer = 512 << 10

    let id: UInt64
    let request: OutgoingRequest
    private let state = Mutex(State())

    struct State: Sendable {
        var head: ResponseHead?
        var waitsForHead: CheckedContinuation<Result<ResponseHead, TransportError>, Never>?
        var received = ByteQueue()
        var waitsForBytes: CheckedContinuation<Result<[UInt8]?, TransportError>, Never>?
        /// Whether libcurl holds back what comes, since nobody takes it.
        var isReceivingPaused = false
        var outgoing = ByteQueue()
        var isOutgoingComplete = false
        var waitsForRoom: CheckedContinuation<Bool, Never>?
        /// Whether libcurl waits for something to send.
        var isSendingPaused = false
        var sending: Task<Void, Never>?
        /// How it ended, once it has.
        var end: Result<Void, TransportError>?
    }

    init(id: UInt64, request: OutgoingRequest) {
        self.id = id
        self.request = request
    }

    // MARK: The caller

    /// Waits for the head of the answer.
    func receiveHead() async -> Result<ResponseHead, TransportError> {
        await withCheckedContinuation { continuation in
            let known = state.withLock { state -> Result<ResponseHead, TransportError>? in
                if let head = state.head { return .success(head) }
                if case .failure(let error) = state.end { return .failure(error) }
                if state.end != nil { return .failure(.badReply("it has no head")) }
                state.waitsForHead = continuation
                return nil
            }
            if let known { continuation.resume(returning: known) }
        }
    }

    /// Waits for bytes of the body.
    ///
    /// - Parameter goOn: called when libcurl is to be told that there is room.
    func receive(goOn: () -> Void) async -> Result<[UInt8]?, TransportError> {
        let (known, hasRoom) = state.withLock { state in
            let known = Self.nextPiece(&state)
            let hasRoom = state.isReceivingPaused && state.received.count < Self.receivingBuffer / 2
            if hasRoom { state.isReceivingPaused = false }
            return (known, hasRoom)
        }
        if hasRoom { goOn() }
        if let known { return known }
        return await withCheckedContinuation { continuation in
            let known = state.withLock { state -> Result<[UInt8]?, TransportError>? in
                let known = Self.nextPiece(&state)
                if known == nil { state.waitsForBytes = continuation }
                return known
            }
            if let known { continuation.resume(returning: known) }
        }
    }

    private static func nextPiece(_ state: inout State) -> Result<[UInt8]?, TransportError>? {
        if let piece = state.received.takePiece() { return .success(piece) }
        return switch state.end {
        case .failure(let error): .failure(error)
        case .success: .success(nil)
        case nil: nil
        }
    }

    /// Hands on bytes to be sent; returns when there is room for more.
    ///
    /// - Parameter goOn: called when libcurl is to be told that there are some.
    /// - Returns: false when nothing more is wanted.
    func send(_ piece: [UInt8], goOn: () -> Void) async -> Bool {
        let (wasPaused, isFull) = state.withLock { state in
            guard state.end == nil else { return (false, false) }
            state.outgoing.append(piece)
            return (Self.takePause(&state), state.outgoing.count >= Self.sendingBuffer)
        }
        if wasPaused { goOn() }
        guard isFull else { return state.withLock { $0.end == nil } }
        return await withCheckedContinuation { continuation in
            let known = state.withLock { state -> Bool? in
                if state.end != nil { return false }
                if state.outgoing.count < Self.sendingBuffer { return true }
                state.waitsForRoom = continuation
                return nil
            }
            if let known { continuation.resume(returning: known) }
        }
    }

    /// Everything was handed on.
    func endSending(goOn: () -> Void) {
        let wasPaused = state.withLock { state in
            state.isOutgoingComplete = true
            return Self.takePause(&state)
        }
        if wasPaused { goOn() }
    }

    private static func takePause(_ state: inout State) -> Bool {
        defer { state.isSendingPaused = false }
        return state.isSendingPaused
    }

    /// The task that makes what is sent; it is cancelled with the exchange.
    func adopt(_ task: Task<Void, Never>) {
        let isOver = state.withLock { state in
            if state.end == nil { state.sending = task }
            return state.end != nil
        }
        if isOver { task.cancel() }
    }

    // MARK: The engine

    func deliver(_ head: ResponseHead) {
        let waiting = state.withLock { state in
            state.head = head
            defer { state.waitsForHead = nil }
            return state.waitsForHead
        }
        waiting?.resume(returning: .success(head))
    }

    /// Takes bytes of the body; false to have them again later.
    func deliver(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let (waiting, piece, isTaken) = state.withLock { state in
            if state.received.count >= Self.receivingBuffer {
                state.isReceivingPaused = true
                return (
                    nil as CheckedContinuation<Result<[UInt8]?, TransportError>, Never>?,
                    [UInt8](), false
                )
            }
            if let waiting = state.waitsForBytes {
                state.waitsForBytes = nil
                return (waiting, [UInt8](bytes), true)
            }
            state.received.append([UInt8](bytes))
            return (nil, [], true)
        }
        waiting?.resume(returning: .success(piece))
        return isTaken
    }

    /// Fills a buffer with what is to be sent: how many bytes, zero at the
    /// end, nil when there is nothing yet.
    func takeOutgoing(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        let (count, waiting) = state.withLock {
            state -> (Int?, CheckedContinuation<Bool, Never>?) in
            let count = state.outgoing.take(into: buffer)
            if count == 0 {
                guard !state.isOutgoingComplete else { return (0, nil) }
                state.isSendingPaused = true
                return (nil, nil)
            }
            guard state.outgoing.count < Self.sendingBuffer else { return (count, nil) }
            defer { state.waitsForRoom = nil }
            return (count, state.waitsForRoom)
        }
        waiting?.resume(returning: true)
        return count
    }

    /// The exchange is over; only the first end counts.
    func finish(_ result: Result<Void, TransportError>) {
        let old = state.withLock { state -> State? in
            guard state.end == nil else { return nil }
            let old = state
            state.end = result
            state.waitsForHead = nil
            state.waitsForBytes = nil
            state.waitsForRoom = nil
            state.sending = nil
            state.outgoing = ByteQueue()
            return old
        }
        guard let old else { return }
        old.sending?.cancel()
        old.waitsForRoom?.resume(returning: false)
        switch result {
        case .failure(let error):
            old.waitsForHead?.resume(returning: .failure(error))
            old.waitsForBytes?.resume(returning: .failure(error))
        case .success:
            old.waitsForHead?.resume(returning: .failure(.badReply("it has no head")))
            old.waitsForBytes?.resume(returning: .success(nil))
        }
    }
}
