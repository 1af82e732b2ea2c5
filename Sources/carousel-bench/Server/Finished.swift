import Foundation
import Synchronization

/// Tells another thread that work is done, and how it ended.
final class Finished: Sendable {
    private let signal = DispatchSemaphore(value: 0)
    private let problem = Mutex<String?>(nil)

    func finish(_ work: () throws -> Void) {
        do {
            try work()
        } catch {
            let words = "\(error)"
            problem.withLock { $0 = words }
        }
        signal.signal()
    }

    func wait() throws {
        signal.wait()
        if let words = problem.withLock({ $0 }) { throw BenchmarkError(words) }
    }
}
