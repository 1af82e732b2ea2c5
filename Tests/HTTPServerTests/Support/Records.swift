import HTTPServer
import Synchronization

/// What a server reported.
final class Records: Sendable {
    private let records = Mutex<[RequestRecord]>([])

    var all: [RequestRecord] { records.withLock { $0 } }

    func add(_ record: RequestRecord) {
        records.withLock { $0.append(record) }
    }
}

/// Carries a value from one thread to the next, one at a time.
// Sendable: tests hand it on only when the thread before is done with it.
struct Handed<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}

/// What bodies failed with.
final class Failures: Sendable {
    private let failures = Mutex<[RequestBodyError]>([])

    var all: [RequestBodyError] { failures.withLock { $0 } }

    func add(_ failure: RequestBodyError) {
        failures.withLock { $0.append(failure) }
    }
}

/// On which threads something happened, and how often.
final class ThreadNames: Sendable {
    private let names = Mutex<[UInt: Int]>([:])

    var counts: [Int] { names.withLock { Array($0.values) } }

    func add(_ name: UInt) {
        names.withLock { $0[name, default: 0] += 1 }
    }
}
