/// One client's connection. Confined to its loop.
final class Connection {
    /// How far the connection is.
    enum Stage {
        case handshaking
        case open
        /// We have ended; what still comes is dropped until the other side
        /// ends too, so that the answer is not lost to a reset.
        case lingering
    }

    /// What the time limit outside of bodies is for.
    enum Wait: Equatable {
        case handshake
        case idle
        case head
        case lingering
    }

    let id: ConnectionID
    let peer: SocketAddress
    let transport: Transport
    /// Whether it counts for the limits; one refused does not.
    let isCounted: Bool
    var stage: Stage
    var parser: RequestParser
    /// Received behind the request under way: at most what one receive
    /// brought.
    var readAhead: [UInt8] = []
    var readAheadOffset = 0
    var output = OutputQueue()
    var exchange: Exchange?
    var exchangeCount: UInt32 = 0

    /// What the poller watches for.
    var interest: Poller.Events = []
    var isReadingPaused = false
    /// Whether the last receive took as much as it could.
    var bodyFlows = false
    var awaitsRoom = false
    var ignoresPeerClosed = false
    /// Whether the parser is at work further up the stack.
    var isParsing = false
    /// What to do when all output is sent.
    var ending: Ending?

    var wait: (kind: Wait, until: MonotonicTime)?
    var receiveRate: RateDeadline?
    var sendRate: RateDeadline?
    var deadline = LazyDeadline()
    var lingerAllowance = 0

    /// How the connection ends after its output.
    enum Ending {
        case close
        case linger
    }

    init(
        id: ConnectionID, peer: SocketAddress, transport: Transport, parser: RequestParser,
        isCounted: Bool
    ) {
        self.id = id
        self.peer = peer
        self.transport = transport
        self.parser = parser
        self.isCounted = isCounted
        stage = transport.tls == nil ? .open : .handshaking
    }

    /// Whether a request is complete and being answered, so that nothing is
    /// to be read.
    var isBusy: Bool { exchange?.requestIsOver ?? false }

    /// The first of all time limits that run.
    var earliestDeadline: MonotonicTime? {
        var earliest = wait?.until
        for other in [receiveRate?.time, sendRate?.time, exchange?.handlerDeadline] {
            guard let other else { continue }
            earliest = min(earliest ?? other, other)
        }
        return earliest
    }
}
