/// Runs scans one after another, in the order they were asked for. At most
/// sixteen wait.
actor ScanLine {
    private static let mostWaiting = 16

    private var tail: Task<Void, Never>?
    private var running: [UInt64: Task<ScanReport, any Error>] = [:]
    private var nextNumber: UInt64 = 0

    /// Waits for its turn and runs. Cancelling the caller's task cancels the
    /// scan, whether it has begun or not.
    func run(
        _ scan: @escaping @Sendable () async throws -> ScanReport
    ) async throws(LibraryError) -> ScanReport {
        guard running.count <= Self.mostWaiting else {
            throw .owner(cause: "too many scans are waiting")
        }
        nextNumber += 1
        let number = nextNumber
        let before = tail
        let task = Task {
            await before?.value
            try Task.checkCancellation()
            return try await scan()
        }
        running[number] = task
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
        for task in running.values {
            task.cancel()
        }
        await tail?.value
    }
}
