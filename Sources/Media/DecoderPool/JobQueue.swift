/// Jobs that wait for a worker: highest priority first, then in the order of
/// their ids, which is that of their calls.
///
/// A binary heap that knows where each job is, so that one whose call was
/// cancelled leaves at once.
struct JobQueue {
    private var heap: [DecoderJob] = []
    private var positions: [UInt64: Int] = [:]

    var count: Int { heap.count }

    /// The job to do next.
    var first: DecoderJob? { heap.first }

    /// - Complexity: O(log n).
    mutating func insert(_ job: DecoderJob) {
        heap.append(job)
        positions[job.id] = heap.count - 1
        rise(from: heap.count - 1)
    }

    /// - Complexity: O(log n).
    mutating func removeFirst() -> DecoderJob? {
        heap.first.flatMap { remove($0.id) }
    }

    /// The job of that id, if it waits here.
    /// - Complexity: O(log n).
    @discardableResult
    mutating func remove(_ id: UInt64) -> DecoderJob? {
        guard let position = positions.removeValue(forKey: id) else { return nil }
        let job = heap[position]
        let last = heap.removeLast()
        if position < heap.count {
            heap[position] = last
            positions[last.id] = position
            rise(from: position)
            sink(from: position)
        }
        return job
    }

    private func isBefore(_ a: Int, _ b: Int) -> Bool {
        let (a, b) = (heap[a], heap[b])
        return a.priority == b.priority ? a.id < b.id : a.priority > b.priority
    }

    private mutating func exchange(_ a: Int, _ b: Int) {
        heap.swapAt(a, b)
        positions[heap[a].id] = a
        positions[heap[b].id] = b
    }

    private mutating func rise(from start: Int) {
        var position = start
        while position > 0, isBefore(position, (position - 1) / 2) {
            exchange(position, (position - 1) / 2)
            position = (position - 1) / 2
        }
    }

    private mutating func sink(from start: Int) {
        var position = start
        while true {
            var next = position
            for child in [2 * position + 1, 2 * position + 2]
            where child < heap.count && isBefore(child, next) {
                next = child
            }
            guard next != position else { return }
            exchange(position, next)
            position = next
        }
    }
}
