internal import Glibc

/// One thread that serves connections.
///
/// The actor's executor is the thread itself: the thread alternates between
/// waiting for events, handling them, and running the jobs of handlers. All
/// state of connections is confined to it.
actor EventLoop {
    /// What comes up in the queue of deadlines.
    enum Owner {
        case connection(ConnectionID)
        case accepting
        case shutDown
    }

    nonisolated let executor: LoopExecutor
    nonisolated let counters = LoopCounters()
    nonisolated let configuration: ServerConfiguration
    nonisolated let router: Router
    nonisolated let admission: Admission
    nonisolated let parserLimits: ParserLimits
    nonisolated let poller: Poller

    nonisolated var limits: ServerLimits { configuration.limits }
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    var connections = ConnectionTable()
    var deadlines = DeadlineQueue<Owner>()
    var now: MonotonicTime
    /// For receiving and for what is sent at once.
    private let scratchBuffer = ScratchBuffer(count: 64 << 10)
    var outgoing: [UInt8] = []
    private var dateSecond = Int64.min
    private var cachedDateLine: [UInt8] = []

    // Of the accepting loop.
    var listeners: [AcceptingSocket] = []
    var siblings: [EventLoop] = []
    var acceptingIsPaused = false
    var refusedCount = 0

    /// How many deadlines there may be before those of closed connections
    /// are looked for.
    var deadlinesToSweep = 1_024

    // Of the end.
    /// Handlers that have not returned.
    var runningTasks = 0
    var isDraining = false
    var drained: CheckedContinuation<Void, Never>?

    init(
        _ configuration: ServerConfiguration, router: Router, admission: Admission,
        starter: LoopStarter
    ) throws(HTTPServerError) {
        self.configuration = configuration
        self.router = router
        self.admission = admission
        parserLimits = ParserLimits(configuration.limits)
        let poller = try Poller()
        self.poller = poller
        now = configuration.clock.now
        executor = LoopExecutor(wake: { poller.ring() }, startThread: { starter.start() })
        starter.loop = self
        configuration.clock.onJump { poller.ring() }
    }

    var scratch: UnsafeMutableBufferPointer<UInt8> { scratchBuffer.bytes }

    /// The line for this second.
    var dateLine: [UInt8] {
        let second = configuration.clock.secondsSince1970
        if second != dateSecond {
            dateSecond = second
            cachedDateLine = ResponseHeadEncoder.dateLine(second)
        }
        return cachedDateLine
    }

    /// The life of the loop's thread.
    nonisolated func runThread() {
        executor.enterThread()
        var batch: [UnownedJob] = []
        while true {
            let hasJobs = executor.runJobs(&batch)
            let mayEnd = assumeIsolated { loop in
                loop.turn(hasJobs: hasJobs)
                return loop.isDraining && loop.connections.count == 0 && loop.runningTasks == 0
            }
            if mayEnd, executor.leaveThread() { return }
        }
    }

    /// Waits for events and deadlines once, and handles what came.
    private func turn(hasJobs: Bool) {
        counters.turns.add(1)
        let isOver = isDraining && connections.count == 0 && runningTasks == 0
        let longest: Duration? =
            hasJobs || isOver ? .zero : deadlines.first.flatMap(configuration.clock.wait)
        poller.wait(atMost: longest) { tag, events in handle(tag, events) }
        now = configuration.clock.now
        while let owner = deadlines.popFirst(until: now) {
            switch owner {
            case .connection(let id): deadlineCameUp(id)
            case .accepting: resumeAccepting()
            case .shutDown: giveUp()
            }
        }
    }

    private func handle(_ tag: UInt64, _ events: Poller.Events) {
        now = configuration.clock.now
        if let index = AcceptingSocket.index(ofTag: tag) {
            accept(from: index)
            return
        }
        guard let connection = connections[ConnectionID(raw: tag)] else { return }
        if events.contains(.broken) {
            close(connection)
            return
        }
        if connection.stage == .handshaking {
            handshake(connection)
            return
        }
        if events.contains(.writable) { flush(connection) }
        if events.contains(.readable), isOpen(connection) { receive(connection) }
        if events.contains(.peerClosed), isOpen(connection) { peerHasClosed(connection) }
    }

    /// Does something on the loop: now when called from there, else soon.
    nonisolated func perform(_ work: @escaping @Sendable (isolated EventLoop) -> Void) {
        if executor.isCurrent {
            assumeIsolated(work)
        } else {
            Task(executorPreference: executor) { await work(self) }
        }
    }

    /// Whether the connection is still in the table.
    func isOpen(_ connection: Connection) -> Bool {
        connections[connection.id] === connection
    }

    /// Brings what the poller watches for in line with the connection.
    func updateInterest(_ connection: Connection) {
        var wanted: Poller.Events = []
        if !connection.isReadingPaused { wanted.insert(.readable) }
        if !connection.ignoresPeerClosed { wanted.insert(.peerClosed) }
        if connection.awaitsRoom { wanted.insert(.writable) }
        guard wanted != connection.interest else { return }
        connection.interest = wanted
        poller.change(connection.transport.descriptor, to: wanted, tag: connection.id.raw)
    }
}
