import Dispatch
import Media
import Synchronization

/// A walk on a thread of its own, whose batches are taken from an
/// asynchronous sequence. At most four batches wait to be taken: then the
/// walk waits too.
final class WalkStream: Sendable {
    private static let mostWaiting = 4

    let batches: AsyncStream<WalkBatch>
    private let report: Task<WalkReport, Never>
    // Filled by signals: one that begins full must be full when it is dropped,
    // or the process ends, and a walk that is stopped leaves places taken.
    private let places = DispatchSemaphore(value: 0)
    private let isStopped = Atomic(false)

    init(_ walk: FolderWalk) {
        let (batches, continuation) = AsyncStream.makeStream(of: WalkBatch.self)
        self.batches = batches
        for _ in 0..<Self.mostWaiting { places.signal() }
        let places = places
        let (reports, reporting) = AsyncStream.makeStream(of: WalkReport.self)
        report = Task {
            for await report in reports { return report }
            return WalkReport()
        }
        continuation.onTermination = { [weak self] _ in self?.stop() }
        DispatchQueue(label: "carousel.walk").async { [self] in
            let report = walk.run { batch in
                places.wait()
                guard !isStopped.load(ordering: .acquiring) else { return .stop }
                continuation.yield(batch)
                return .goOn
            }
            continuation.finish()
            reporting.yield(report)
            reporting.finish()
        }
    }

    /// A batch has been worked off: the walk may go on.
    func taken() {
        places.signal()
    }

    /// Ends the walk early.
    func stop() {
        isStopped.store(true, ordering: .releasing)
        places.signal()
    }

    /// What the walk as a whole has to say, once it has ended.
    func finalReport() async -> WalkReport {
        // Detached from the caller's cancellation: the walk ends by `stop`.
        await report.value
    }
}
