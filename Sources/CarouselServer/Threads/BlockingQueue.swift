internal import Glibc

/// A queue that threads wait at: any thread puts elements in, the threads
/// that serve it take them out in order.
///
/// It is as long as the callers make it, up to its limit: mostly each of them
/// waits for an answer to what it put in, so that it holds at most one element
/// for each request.
// Unchecked since the state lies behind pointers, which are never sendable.
// All of it is read and written under the mutex, and freed when nobody can
// have the queue any more.
final class BlockingQueue<Element: Sendable>: @unchecked Sendable {
    private struct State {
        var elements: [Element] = []
        var isClosed = false
    }

    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private let state: UnsafeMutablePointer<State>

    private let limit: Int

    /// - Parameter limit: elements that it holds at most.
    init(limit: Int = .max) {
        self.limit = limit
        mutex = .allocate(capacity: 1)
        condition = .allocate(capacity: 1)
        state = .allocate(capacity: 1)
        state.initialize(to: State())
        precondition(pthread_mutex_init(mutex, nil) == 0, "no memory for a mutex")
        precondition(pthread_cond_init(condition, nil) == 0, "no memory for a condition")
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        state.deinitialize(count: 1)
        state.deallocate()
        condition.deallocate()
        mutex.deallocate()
    }

    /// - Returns: false when the queue is closed or full; the element is
    ///   dropped then.
    @discardableResult
    func put(_ element: Element) -> Bool {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        guard !state.pointee.isClosed, state.pointee.elements.count < limit else {
            return false
        }
        state.pointee.elements.append(element)
        pthread_cond_signal(condition)
        return true
    }

    /// Waits for elements and takes up to `limit`; empty once the queue is
    /// closed and drained.
    func take(upTo limit: Int) -> [Element] {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while state.pointee.elements.isEmpty, !state.pointee.isClosed {
            pthread_cond_wait(condition, mutex)
        }
        let taken = Array(state.pointee.elements.prefix(limit))
        state.pointee.elements.removeFirst(taken.count)
        return taken
    }

    /// Waits for elements at most so many milliseconds, and takes one of them.
    func takeOne(withinMilliseconds bound: Int) -> Element? {
        var until = timespec()
        clock_gettime(CLOCK_REALTIME, &until)
        let nanoseconds = until.tv_nsec + bound % 1000 * 1_000_000
        until.tv_sec += bound / 1000 + nanoseconds / 1_000_000_000
        until.tv_nsec = nanoseconds % 1_000_000_000
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while state.pointee.elements.isEmpty, !state.pointee.isClosed {
            guard pthread_cond_timedwait(condition, mutex, &until) == 0 else { break }
        }
        return state.pointee.elements.isEmpty ? nil : state.pointee.elements.removeFirst()
    }

    /// Takes no more elements; those in it are still served.
    func close() {
        pthread_mutex_lock(mutex)
        state.pointee.isClosed = true
        pthread_cond_broadcast(condition)
        pthread_mutex_unlock(mutex)
    }
}
