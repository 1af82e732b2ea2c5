import Photos
import Testing

@testable import Sync

@Suite("A long queue")
struct LongQueueTests {
    /// A library that has uploaded nothing yet.
    private func library(of count: Int64) -> CountingRows {
        CountingRows(
            parts: (1...count).map { number in
                Part(
                    number: number, operation: OperationNumber(number),
                    id: OperationID(high: 1, low: UInt64(number)), luids: [LUID(number)],
                    work: .restore(Restoration(ids: [], hashes: [])))
            })
    }

    /// What an event of one photo asks of the rows.
    private func reads(inAQueueOf count: Int64) -> Int {
        var rows = library(of: count)
        var machine = SyncMachine(chance: Chance(1, 2))
        _ = machine.receive(.started, at: Instant(milliseconds: 0), rows: &rows)
        #expect(machine.unfinished.count == Int(count))
        rows.count.reads = 0
        let answer = Answer.failed(retryAfterMilliseconds: nil)
        for number in 2...5 as ClosedRange<Int64> {
            _ = machine.receive(
                .answer(RequestNumber(number), answer), at: Instant(milliseconds: 10),
                rows: &rows)
        }
        return rows.count.reads
    }

    @Test("costs an event no more than a short one")
    func costsAnEventNoMoreThanAShortOne() {
        let few = reads(inAQueueOf: 100)
        #expect(few > 0)
        #expect(reads(inAQueueOf: 20_000) == few)
    }

    @Test("is sent in order, four acts at a time")
    func isSentInOrder() {
        var rows = library(of: 1_000)
        var machine = SyncMachine(chance: Chance(1, 2))
        let actions = machine.receive(.started, at: Instant(milliseconds: 0), rows: &rows)
        let sent = actions.compactMap { action -> OperationID? in
            if case .send(_, .restore(let id, _)) = action { id } else { nil }
        }
        #expect(sent == (1...4).map { OperationID(high: 1, low: $0) })
    }
}
