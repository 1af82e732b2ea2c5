/// Calls that wait for answers: one for each of their jobs, handed over when
/// all are there.
struct PoolCalls {
    typealias Answer = PoolCore.Answer
    typealias Caller = PoolCore.Caller

    private struct Call {
        let caller: Caller
        var answers: [Answer?]
        var missing: Int
    }

    /// By the id of a call's first job.
    private var calls: [UInt64: Call] = [:]
    /// For each job without an answer its call.
    private var firstIDs: [UInt64: UInt64] = [:]

    var missingAnswers: Int { firstIDs.count }

    /// - Parameter first: the id of its first job; the others follow.
    mutating func begin(_ first: UInt64, count: Int, _ caller: Caller) {
        calls[first] = Call(
            caller: caller, answers: Array(repeating: nil, count: count), missing: count)
        for id in first..<first + UInt64(count) { firstIDs[id] = first }
    }

    /// Whether somebody still wants a job's answer.
    func isWaiting(_ id: UInt64) -> Bool {
        firstIDs[id] != nil
    }

    /// Keeps a job's answer.
    /// - Returns: its call and all answers when this was the last.
    mutating func answer(_ id: UInt64, _ answer: Answer) -> (Caller, [Answer])? {
        guard let first = firstIDs.removeValue(forKey: id) else { return nil }
        calls[first]?.answers[Int(id - first)] = answer
        calls[first]?.missing -= 1
        guard calls[first]?.missing == 0, let call = calls.removeValue(forKey: first) else {
            return nil
        }
        return (call.caller, call.answers.compactMap { $0 })
    }

    /// Forgets a call without answering it; nil when it has been answered.
    mutating func abandon(_ first: UInt64) -> Caller? {
        guard let call = calls.removeValue(forKey: first) else { return nil }
        for id in first..<first + UInt64(call.answers.count) { firstIDs[id] = nil }
        return call.caller
    }

    /// Forgets all calls; with how many answers each waits for.
    mutating func abandonAll() -> [(Caller, Int)] {
        defer { self = PoolCalls() }
        return calls.values.map { ($0.caller, $0.answers.count) }
    }
}
