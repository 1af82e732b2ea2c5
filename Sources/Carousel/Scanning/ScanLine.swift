/// Runs scans, and what must not happen during one, one after another, in the
/// order they were asked for. At most sixteen wait.
actor ScanLine {
    private static let mostWaiting = 16

    private var tail: Task<Void, Never>?
    /// How each is cancelled.
    private var running: [UInt64: @Sendable () -> Void] = [:]
    private var nextNumber: UInt64 = 0

    /// Waits for its turn and runs. Cancelling the caller's task cancels the
    /// work, whether it has begun or not.
    func run<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws(LibraryError) -> Value {
        guard running.count <= Self.mostWaiting else {
            throw .owner(cause: "too many scans are waiting")
        }
        nextNumber += 1
        let number = nextNumber
        let before = tail
        let task = Task {
            await before?.value
            try Task.checkCancellation()
            return try await work()
        }
        running[number] = { task.cancel() }
        tail = Task { _ = await task.result }
        defer { running[number] = nil }
        return try await LibraryError.converting {
            try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        }
    }

    /// Cancels all scans and waits for their end.
    func cancelAll() async {
        for cancel in running.values {
            cancel()
        }
        await tail?.value
    }
}
