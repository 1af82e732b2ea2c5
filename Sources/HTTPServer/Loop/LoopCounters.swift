import Synchronization

/// One loop's share of `ServerStatistics`; read from any thread.
final class LoopCounters: Sendable {
    let connections = Atomic<Int>(0)
    let activeRequests = Atomic<Int>(0)
    let requestBytesBuffered = Atomic<Int>(0)
    let responseBytesBuffered = Atomic<Int>(0)
    let connectionsAccepted = Atomic<Int>(0)
    let connectionsRefused = Atomic<Int>(0)
    let requests = Atomic<Int>(0)
    let bytesReceived = Atomic<Int>(0)
    let bytesSent = Atomic<Int>(0)
    let malformedRequests = Atomic<Int>(0)
    let timeouts = Atomic<Int>(0)
    let acceptPauses = Atomic<Int>(0)
    /// How often the loop waited for events: that it does not spin.
    let turns = Atomic<Int>(0)

    /// Adds what this loop has counted.
    func add(to sum: inout ServerStatistics) {
        sum.connections += connections.load(ordering: .relaxed)
        sum.activeRequests += activeRequests.load(ordering: .relaxed)
        sum.requestBytesBuffered += requestBytesBuffered.load(ordering: .relaxed)
        sum.responseBytesBuffered += responseBytesBuffered.load(ordering: .relaxed)
        sum.connectionsAccepted += connectionsAccepted.load(ordering: .relaxed)
        sum.connectionsRefused += connectionsRefused.load(ordering: .relaxed)
        sum.requests += requests.load(ordering: .relaxed)
        sum.bytesReceived += bytesReceived.load(ordering: .relaxed)
        sum.bytesSent += bytesSent.load(ordering: .relaxed)
        sum.malformedRequests += malformedRequests.load(ordering: .relaxed)
        sum.timeouts += timeouts.load(ordering: .relaxed)
        sum.acceptPauses += acceptPauses.load(ordering: .relaxed)
    }
}

extension Atomic where Value == Int {
    /// Adds, without an order towards other memory.
    @inline(__always)
    func add(_ amount: Int) {
        wrappingAdd(amount, ordering: .relaxed)
    }
}
