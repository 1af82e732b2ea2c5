import DecoderProtocol
import Foundation
@testable import Media
import Photos
import TestSupport
import Testing

/// Workers that die, hang or are stopped.
@Suite(.serialized) struct DecoderPoolFaultTests {
    /// A picture that takes long enough to be caught at.
    private func slowFile(_ fixture: DecoderPoolFixture) async throws -> FilePath {
        try await fixture.file(
            "slow.webp", fixture.sample(5, width: 3000, height: 3000, format: .webp))
    }

    /// Waits until the only worker has begun to work on something: it then
    /// uses processor time.
    private func worker(of pool: DecoderPool) async throws -> Int32 {
        while true {
            if let process = pool.processes.first,
                let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
                text.split(separator: ")").last?.hasPrefix(" R") == true
            {
                return process
            }
            await Task.yield()
        }
    }

    /// Waits until a job that was just submitted has been taken by a worker.
    private func waitUntilTaken(_ pool: DecoderPool) async {
        while pool.unansweredJobs == 0 || pool.waitingJobs > 0 { await Task.yield() }
    }

    @Test func theJobOfAKilledWorkerFailsAndThoseBehindItAreDone() async throws {
        let fixture = try DecoderPoolFixture(workers: 1)
        let slow = try await slowFile(fixture)
        let quick = try await fixture.file("quick.jpg", fixture.sample(1))
        let victim = Task { () async throws(DecoderError) in
            try await fixture.pool.thumbnails(of: slow, priority: .visible)
        }
        let process = try await worker(of: fixture.pool)
        let others = (0..<20).map { _ in
            Task { () async throws(DecoderError) in try await fixture.pool.facts(of: quick) }
        }
        kill(process, SIGKILL)
        guard case .failure(let error) = await victim.result else {
            Issue.record("the victim was done in spite of it")
            return
        }
        #expect((error as? DecoderError)?.reason == .decoderFailed)
        for other in others {
            #expect(try await other.value.size == PixelSize(width: 320, height: 240))
        }
        #expect(fixture.pool.processes != [process])
        await fixture.pool.shutDown()
    }

    /// What the system sends to a worker that has used up its processor time.
    @Test func aJobThatTakesTooMuchProcessorTimeIsOverTheLimit() async throws {
        let fixture = try DecoderPoolFixture(workers: 1)
        let slow = try await slowFile(fixture)
        let victim = Task { () async throws(DecoderError) in
            try await fixture.pool.thumbnails(of: slow)
        }
        kill(try await worker(of: fixture.pool), SIGXCPU)
        guard case .failure(let error) = await victim.result else {
            Issue.record("the victim was done in spite of it")
            return
        }
        #expect((error as? DecoderError)?.reason == .overLimit)
        await fixture.pool.shutDown()
    }

    @Test func shortJobsSentAheadAreDoneByTheNextWorker() async throws {
        var limits = DecoderPool.Limits()
        limits.jobTime = .milliseconds(400)
        let fixture = try DecoderPoolFixture(workers: 1, limits: limits)
        let quick = try await fixture.file("quick.jpg", fixture.sample(1))
        _ = try await fixture.pool.facts(of: quick)
        let process = try #require(fixture.pool.processes.first)
        // A stopped worker answers nothing: the first of these jobs is the
        // one it "works on", the next ones are in its socket.
        kill(process, SIGSTOP)
        let calls = (0..<6).map { _ in
            Task { () async throws(DecoderError) in try await fixture.pool.facts(of: quick) }
        }
        var reasons: [ProblemReason?] = []
        for call in calls {
            switch await call.result {
            case .success: reasons.append(nil)
            case .failure(let error): reasons.append((error as? DecoderError)?.reason)
            }
        }
        #expect(reasons.filter { $0 == .overLimit }.count == 1)
        #expect(reasons.filter { $0 == nil }.count == 5)
        #expect(!ProcessState.exists(process))
        await fixture.pool.shutDown()
    }

    @Test func anIdleWorkerThatDiesIsReplacedWithoutAnyCallNoticing() async throws {
        let fixture = try DecoderPoolFixture(workers: 1)
        let file = try await fixture.file("a.jpg", fixture.sample(1))
        for _ in 0..<5 {
            let process = try #require(fixture.pool.processes.first)
            kill(process, SIGKILL)
            // Reaped without a further call.
            while ProcessState.exists(process) { await Task.yield() }
            _ = try await fixture.pool.facts(of: file)
        }
        await fixture.pool.shutDown()
    }

    @Test func aCancelledCallEndsAtOnceAndItsJobNeverStarts() async throws {
        let fixture = try DecoderPoolFixture(workers: 1)
        let slow = try await slowFile(fixture)
        let first = Task { () async throws(DecoderError) in
            try await fixture.pool.thumbnails(of: slow, priority: .visible)
        }
        _ = try await worker(of: fixture.pool)
        // Would fail with `vanished` if it were opened.
        let waiting = (0..<10).map { _ in
            Task { () async throws(DecoderError) in
                try await fixture.pool.thumbnails(of: FilePath("/nowhere"))
            }
        }
        for call in waiting { call.cancel() }
        for call in waiting {
            guard case .failure(let error) = await call.result else {
                Issue.record("a cancelled call had a result")
                return
            }
            #expect(error as? DecoderError == .cancelled)
        }
        first.cancel()
        guard case .failure(let error) = await first.result else {
            Issue.record("a cancelled call had a result")
            return
        }
        #expect(error as? DecoderError == .cancelled)
        // The worker goes on and is there for the next.
        _ = try await fixture.pool.facts(of: slow)
        await fixture.pool.shutDown()
    }

    @Test func callsBeyondTheCapacityAreRefused() async throws {
        var limits = DecoderPool.Limits()
        limits.queueCapacity = 3
        let fixture = try DecoderPoolFixture(workers: 1, limits: limits)
        let file = try await fixture.file("a.jpg", fixture.sample(1))
        let process = try #require(fixture.pool.processes.first)
        kill(process, SIGSTOP)
        // One is taken and stays with the stopped worker.
        let taken = Task { () async throws(DecoderError) in
            try await fixture.pool.picture(of: file, maxSide: 64)
        }
        await waitUntilTaken(fixture.pool)
        let calls = (0..<11).map { _ in
            Task { () async throws(DecoderError) in try await fixture.pool.thumbnails(of: file) }
        }
        var refused = 0
        // Those refused end while the worker is stopped.
        await withTaskGroup(of: Bool.self) { group in
            for call in calls {
                group.addTask {
                    guard case .failure(let error) = await call.result else { return false }
                    return error as? DecoderError == .queueFull(capacity: 3)
                }
            }
            for await isRefused in group {
                refused += isRefused ? 1 : 0
                if refused == 8 { kill(process, SIGCONT) }
            }
        }
        #expect(refused == 8)
        _ = try await taken.value
        await fixture.pool.shutDown()
    }
}
