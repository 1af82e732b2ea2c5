import CGTK
import GTKKit
import Rendering
import Synchronization

/// Decodes thumbnails in the background, on all processors but the one that
/// draws, and brings them to the main actor in batches.
///
/// A worker takes a job only when it is free, from the queue as it stands
/// then: what has left the screen meanwhile is not there any more. There is
/// never more waiting than the queue holds, and a job of each worker.
package nonisolated final class DecodeWorkers: Sendable {
    /// A finished job; no texture when there is no thumbnail.
    struct Result: Sendable {
        let job: DecodeJob
        let texture: Texture?
    }

    /// A job that was started, and from which state of the queue.
    package struct Start: Sendable {
        package let job: DecodeJob
        package let queue: Int
    }

    private struct State {
        var queue = DecodeQueue()
        /// Counts the queue's states.
        var version = 0
        /// What was started, for measurements; nil when nobody asks.
        var starts: [Start]?
        var active = 0
        var finished: [Result] = []
    }

    private let state = Mutex(State())
    private let decoder: any ThumbnailDecoding
    /// Decodes at once, at most.
    package let count: Int
    private let deliver: @MainActor @Sendable ([Result]) -> Void

    /// - Parameter deliver: gets the results; a job counts as running until
    ///   it has returned.
    init(
        decoder: any ThumbnailDecoding, deliver: @escaping @MainActor @Sendable ([Result]) -> Void
    ) {
        self.decoder = decoder
        self.deliver = deliver
        count = max(1, Int(g_get_num_processors()) - 1)
    }

    /// Puts a frame's jobs in the place of what has not started.
    /// - Returns: the number of the queue's new state.
    @discardableResult
    func replace(visible: [DecodeJob], ahead: [DecodeJob], screen: Int) -> Int {
        let (starting, version) = state.withLock { state in
            state.queue.replace(visible: visible, ahead: ahead, screen: screen)
            state.version += 1
            let waiting = state.queue.visibleCount + state.queue.aheadCount
            let starting = min(count - state.active, waiting)
            state.active += starting
            return (starting, state.version)
        }
        for _ in 0..<starting {
            Task.detached(priority: .userInitiated) { [self] in work() }
        }
        return version
    }

    /// What was started since the last call, for measurements; from the first
    /// call on.
    package func takeStarts() -> [Start] {
        state.withLock { state in
            defer { state.starts = [] }
            return state.starts ?? []
        }
    }

    /// Whether nothing is queued, decoded or on its way to the main actor.
    package var isIdle: Bool {
        state.withLock { $0.queue.isEmpty && $0.queue.runningCount == 0 }
    }

    private func work() {
        while let job = nextJob() {
            let pixels = decoder.pixels(of: job.photo, job.size, side: job.side)
            let texture = pixels.map { Texture(bgra: $0.bgra, width: $0.side, height: $0.side) }
            finish(Result(job: job, texture: texture))
        }
    }

    private func nextJob() -> DecodeJob? {
        state.withLock { state in
            guard let job = state.queue.start() else {
                state.active -= 1
                return nil
            }
            state.starts?.append(Start(job: job, queue: state.version))
            return job
        }
    }

    private func finish(_ result: Result) {
        let isFirst = state.withLock { state in
            state.finished.append(result)
            return state.finished.count == 1
        }
        // The first of a batch brings the others along.
        if isFirst {
            Task { @MainActor [self] in deliverFinished() }
        }
    }

    @MainActor private func deliverFinished() {
        let results = state.withLock { state in
            defer { state.finished = [] }
            return state.finished
        }
        deliver(results)
        state.withLock { state in
            for result in results {
                state.queue.finish(result.job)
            }
        }
    }
}
