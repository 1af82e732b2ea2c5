import Foundation
import Photos
import Rendering
import Synchronization
import Testing

@testable import GalleryApp

struct DecodeWorkersTests {
    /// Decodes one photo after another as its gate lets them, and remembers
    /// which it began.
    private nonisolated final class GatedDecoder: ThumbnailDecoding {
        private let begun = Mutex<[LUID]>([])
        private let gate = DispatchSemaphore(value: 0)
        let missing: Set<LUID>

        init(missing: Set<LUID> = []) {
            self.missing = missing
        }

        var started: [LUID] { begun.withLock { $0 } }

        func open(times: Int) {
            for _ in 0..<times {
                gate.signal()
            }
        }

        func pixels(
            of photos: [LUID], _ size: ThumbnailSize, side: Int
        ) -> [SquarePixels?] {
            photos.map { pixels(of: $0, side) }
        }

        private func pixels(of photo: LUID, _ side: Int) -> SquarePixels? {
            begun.withLock { $0.append(photo) }
            gate.wait()
            guard !missing.contains(photo) else { return nil }
            return SquarePixels(side: side, bgra: [UInt8](repeating: 255, count: side * side * 4))
        }
    }

    private final class Received {
        var results: [DecodeWorkers.Result] = []
    }

    private func jobs(_ photos: Range<Int64>) -> [DecodeJob] {
        photos.map { DecodeJob(photo: LUID($0), size: .s256, side: 8, picture: .empty) }
    }

    private func wait(until isTrue: () -> Bool) async -> Bool {
        let end = ContinuousClock.now + .seconds(20)
        while !isTrue() {
            if ContinuousClock.now > end { return false }
            await Task.yield()
        }
        return true
    }

    @Test func everyJobIsDecodedOnceAndDelivered() async {
        let decoder = GatedDecoder(missing: [LUID(3)])
        let received = Received()
        let workers = DecodeWorkers(decoder: decoder) { received.results += $0 }
        decoder.open(times: 12)
        workers.replace(visible: jobs(1..<9), ahead: jobs(9..<13), screen: 20)
        #expect(await wait { received.results.count == 12 })
        #expect(received.results.map(\.job.photo.rawValue).sorted() == Array(1..<13))
        for result in received.results {
            #expect((result.texture == nil) == (result.job.photo == LUID(3)))
            #expect(result.texture.map { $0.width == 8 } ?? true)
        }
        #expect(await wait { workers.isIdle })
        #expect(decoder.started.count == 12)
    }

    @Test func whatHasLeftTheScreenBeforeAWorkerIsFreeNeverStarts() async {
        let decoder = GatedDecoder()
        let received = Received()
        let workers = DecodeWorkers(decoder: decoder) { received.results += $0 }
        workers.replace(visible: jobs(1..<30), ahead: [], screen: 50)
        #expect(await wait { !decoder.started.isEmpty })
        // The same frame's work again must not start what runs already.
        workers.replace(visible: jobs(1..<30), ahead: [], screen: 50)
        #expect(await wait { decoder.started.count == workers.count })
        workers.replace(visible: jobs(100..<104), ahead: [], screen: 50)
        decoder.open(times: 60)
        #expect(await wait { workers.isIdle })
        let old = decoder.started.filter { $0 < LUID(100) }
        #expect(old.count == workers.count)
        #expect(Set(decoder.started.filter { $0 >= LUID(100) }).count == 4)
        #expect(Set(decoder.started).count == decoder.started.count)
    }

    @Test func workersThatHaveEndedStartAgain() async {
        let decoder = GatedDecoder()
        let received = Received()
        let workers = DecodeWorkers(decoder: decoder) { received.results += $0 }
        decoder.open(times: 1_000)
        for round in 0..<50 as Range<Int64> {
            workers.replace(
                visible: jobs(round * 10..<round * 10 + 7), ahead: jobs(5_000..<5_002), screen: 20)
            #expect(await wait { workers.isIdle })
        }
        #expect(Set(received.results.map(\.job.photo)).count == 50 * 7 + 2)
    }
}
