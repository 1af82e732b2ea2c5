/// What is to be decoded in the background: first what is in sight, in the
/// order of its worth, then what comes into sight next.
///
/// It is replaced as a whole in every frame, and so pruned as cells leave and
/// reordered as the scroll turns. A job that has not started when its cell
/// leaves never starts. Each half holds at most one screen of cells.
public struct DecodeQueue: Sendable {
    private var visible: ArraySlice<DecodeJob> = []
    private var ahead: ArraySlice<DecodeJob> = []
    private var running: Set<DecodeJob> = []

    public init() {}

    /// Jobs in sight that have not started.
    public var visibleCount: Int { visible.count }
    /// Jobs of the band ahead that have not started.
    public var aheadCount: Int { ahead.count }
    /// Jobs that have started and have not finished: at most as many as there
    /// are workers.
    public var runningCount: Int { running.count }
    public var isEmpty: Bool { visible.isEmpty && ahead.isEmpty }

    /// Puts these jobs in the place of all that have not started, best first;
    /// those that run already are left out.
    ///
    /// - Parameter screen: cells on one screen, the bound of either half;
    ///   what is beyond is dropped, and comes again with a later frame.
    /// - Complexity: O(jobs).
    public mutating func replace(
        visible newVisible: [DecodeJob], ahead newAhead: [DecodeJob], screen: Int
    ) {
        let running = running
        visible = newVisible.filter { !running.contains($0) }.prefix(screen)
        ahead = newAhead.filter { !running.contains($0) }.prefix(screen)
    }

    /// Takes the next job, which then runs until it is finished; nil when
    /// there is nothing to do.
    /// - Complexity: O(1).
    public mutating func start() -> DecodeJob? {
        guard let job = visible.popFirst() ?? ahead.popFirst() else { return nil }
        running.insert(job)
        return job
    }

    /// Ends a job that was started.
    /// - Complexity: O(1).
    public mutating func finish(_ job: DecodeJob) {
        let removed = running.remove(job)
        precondition(removed != nil, "a job of photo \(job.photo) ended that did not run")
    }
}
