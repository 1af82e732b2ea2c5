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

    @Test("of uploads waits as a whole when it cannot be asked what the server has")
    func waitsAsAWhole() throws {
        var rows = CountingRows(
            parts: try (1...3_000 as ClosedRange<Int64>).map { number in
                var bytes = [UInt8](repeating: 0, count: 32)
                bytes[0] = UInt8(number >> 8)
                bytes[1] = UInt8(number & 255)
                let hash = try #require(ContentHash(bytes: bytes))
                var part = Part(
                    number: number, operation: OperationNumber(number),
                    id: OperationID(high: 1, low: UInt64(number)), luids: [LUID(number)],
                    work: .upload(
                        Upload(hash: hash, size: 1, replaces: nil, wish: false, urgent: false)))
                part.state = .sent
                return part
            })
        var machine = SyncMachine(chance: Chance(1, 2))
        func questions(_ actions: [Action]) -> [(number: RequestNumber, hashes: [ContentHash])] {
            actions.compactMap { action in
                if case .send(let number, .have(let hashes)) = action {
                    (number, hashes)
                } else {
                    nil
                }
            }
        }
        var actions = machine.receive(.started, at: Instant(milliseconds: 0), rows: &rows)
        let first = try #require(questions(actions).first)
        #expect(first.hashes.count == SyncMachine.mostHashes)
        var (time, asked, waits) = (Instant(milliseconds: 0), first, [Int64]())
        for _ in 0..<4 {
            actions = machine.receive(
                .answer(asked.number, .failed(retryAfterMilliseconds: nil)), at: time, rows: &rows)
            #expect(questions(actions).isEmpty)
            #expect(!machine.isQuiet)
            let until = try #require(machine.haveRetry)
            #expect(actions.contains(.wake(until)))
            waits.append(until.milliseconds - time.milliseconds)
            actions = machine.receive(
                .timer, at: until.advanced(byMilliseconds: -1), rows: &rows)
            #expect(questions(actions).isEmpty)
            time = until
            actions = machine.receive(.timer, at: time, rows: &rows)
            asked = try #require(questions(actions).first)
            #expect(asked.hashes == first.hashes)
        }
        #expect(waits.last ?? 0 > 2 * (waits.first ?? 0))
        // Whoever knows that the network is back waits no longer.
        actions = machine.receive(
            .answer(asked.number, .failed(retryAfterMilliseconds: nil)), at: time, rows: &rows)
        #expect(!questions(machine.receive(.online, at: time, rows: &rows)).isEmpty)
    }
}
