import Photos

/// The sync machine: decides which file is which photo, what is sent to the
/// server and when, and what its answers and changes mean. A value without
/// I/O, clock or tasks: an event goes in, with the rows it concerns; writes to
/// those rows and actions come out.
///
/// In memory it holds the unfinished parts and what is in flight. Dropping it
/// and starting a new one on the same rows is what a crash does, and loses
/// nothing that was committed.
public struct SyncMachine: Sendable {
    var chance: Chance
    var queue = OperationQueue()
    var order = SendingOrder()
    /// Photos of which a part may have become ready, or ceased to be.
    var reconsidered: [LUID] = []
    var feed = FeedReading()
    /// Bounded by the limits of `Sending`.
    var inFlight: [InFlight] = []
    /// The parts in the question of `have` that is in flight. Asked by number,
    /// never walked.
    var asked: Set<Int64> = []
    /// When `have` may be asked again after it failed; nil while it works.
    var haveRetry: Instant?
    var haveBackoff = Backoff()
    var lastRequest: Int64 = 0
    /// When parts that failed may be sent again. Asked by name, never walked.
    var tries: [OperationID: Try] = [:]
    /// How many reads of the feed had begun when a part was answered.
    var readsAtAnswer: [OperationID: Int64] = [:]
    /// Uploads that `have` has let through, until they are sent.
    var cleared: [OperationID: Bool] = [:]
    var walking: [RootID] = []
    /// Whether a file of a deleted content has come and no complete walk has
    /// told yet whether it was moved there.
    public internal(set) var holdsWishes = false

    /// Nothing is sent or asked while it is set. To be followed by `online`
    /// when it is taken back.
    public var isPaused = false

    /// While it is set no upload begins but those that a share waits for. To
    /// be followed by `online` when it is taken back.
    public var holdsUploads = false

    var now = Instant(milliseconds: 0)
    var actions: [Action] = []
    var touched: [LUID] = []
    /// Of these, the ones whose uploads are not looked after yet.
    var toSettle: [LUID] = []
    /// Sizes whose files the server's photos have hashed soon already, since
    /// the last events.
    var askedSizes: Set<Int64> = []
    /// Whether a part came or went since the last settling.
    var isUnsettled = false

    struct Try: Sendable {
        var backoff = Backoff()
        var notBefore = Instant(milliseconds: 0)
        /// Whether it failed for its file, which is not what the machine
        /// knows: only the next walk can tell more.
        var waitsForWalk = false
    }

    struct InFlight: Hashable, Sendable {
        var number: RequestNumber
        var purpose: Purpose

        enum Purpose: Hashable, Sendable {
            case part(Int64)
            case have([Int64])
        }
    }

    /// - Parameter chance: the source of jitter and of operations' names.
    public init(chance: Chance) {
        self.chance = chance
    }

    /// A new machine in the place of one whose last decision was not committed:
    /// it knows nothing and numbers its requests on, so that no answer to the
    /// former one is taken for its own.
    public init(succeeding former: SyncMachine) {
        self.init(chance: former.chance)
        lastRequest = former.lastRequest
        isPaused = former.isPaused
        holdsUploads = former.holdsUploads
    }

    /// Decides on an event.
    ///
    /// - Parameters:
    ///   - event: what happened.
    ///   - now: the driver's monotonic time.
    ///   - rows: the open transaction. When its commit fails, this value is to
    ///     be discarded and the one from before kept.
    /// - Returns: what to do after the commit, in order.
    public mutating func receive<Rows: SyncRows>(
        _ event: Event, at now: Instant, rows: inout Rows
    ) -> [Action] {
        receive([event], at: now, rows: &rows)
    }

    /// Decides on events that come together, as the files of a batch of the
    /// scanner do: what they mean for other photos and for the server is
    /// looked at once.
    public mutating func receive<Rows: SyncRows>(
        _ events: [Event], at now: Instant, rows: inout Rows
    ) -> [Action] {
        self.now = now
        actions = []
        touched = []
        toSettle = []
        askedSizes = []
        for event in events { note(event, &rows) }
        // What is sent can end parts and make new ones, which may be sent too.
        repeat {
            isUnsettled = false
            settle(&rows)
            pump(&rows)
        } while isUnsettled
        if !touched.isEmpty { actions.append(.show(Self.unique(touched))) }
        defer { actions = [] }
        return actions
    }

    /// What the timeline shows of a photo; nil when it shows nothing.
    public func view<Rows: SyncRows>(of luid: LUID, rows: Rows) -> PhotoView? {
        LibraryMerge.view(of: luid, rows: rows, parts: queue.parts(of: luid))
    }

    /// The unfinished parts, in order.
    public var unfinished: [Part] { queue.parts }

    /// The unfinished parts of one photo, in order.
    public func unfinished(of luid: LUID) -> [Part] { queue.parts(of: luid) }

    /// Whether nothing is under way or about to be but the wait for changes. A
    /// file that cannot be sent as it is now holds up nobody.
    public var isQuiet: Bool {
        guard inFlight.isEmpty, haveRetry == nil, let request = feed.request, request.isLongPoll,
            !feed.isDue
        else { return false }
        // Their order is of no matter here.
        return !tries.contains { !$0.value.waitsForWalk && queue.part($0.key) != nil }
    }

    /// Requests in flight, the feed's included.
    public var requestsInFlight: Int {
        inFlight.count + (feed.request == nil ? 0 : 1)
    }

    mutating func touch(_ luid: LUID?) {
        guard let luid else { return }
        touched.append(luid)
        toSettle.append(luid)
        reconsidered.append(luid)
    }

    /// Parts of the photo may be sent now, or may not any more.
    mutating func reconsider(_ luid: LUID?) {
        if let luid { reconsidered.append(luid) }
    }

    mutating func newRequest() -> RequestNumber {
        lastRequest += 1
        return RequestNumber(lastRequest)
    }

    private mutating func note<Rows: SyncRows>(_ event: Event, _ rows: inout Rows) {
        switch event {
        case .started: start(&rows)
        case .timer: break
        case .online:
            feed.retryAt = nil
            haveRetry = nil
        case .linked:
            for root in rows.roots() where root.uploads {
                for file in rows.files(in: root.id) { touch(file.luid) }
            }
        case .user(let act): receive(act, &rows)
        case .disk(let event): receive(event, &rows)
        case .answer(let number, let answer): receive(answer, to: number, &rows)
        }
    }

    /// Reads the queue and takes up what a crash interrupted.
    private mutating func start<Rows: SyncRows>(_ rows: inout Rows) {
        queue = OperationQueue(rows.unfinishedParts())
        for part in queue.parts {
            reconsidered += part.luids
            // All its photos may have been left out of it while sync was paused.
            if case .share = part.work { order.shares.insert(part.number) }
        }
        for file in rows.unhashedFiles() { actions.append(.hash(file.id, urgent: false)) }
        for file in rows.trashedFiles() { resume(file, rows) }
    }

    static func unique<Element: Comparable>(_ luids: [Element]) -> [Element] {
        var result: [Element] = []
        for luid in luids.sorted() where result.last != luid { result.append(luid) }
        return result
    }
}
