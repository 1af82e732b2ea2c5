import DecoderProtocol
import Foundation
@testable import Media
import Photos
import TestSupport
import Testing

/// Workers that die, hang or are stopped.
@Suite(.serialized) struct DecoderPoolFaultTests {
    /// A picture that takes a worker a while; made once, as that takes long.
    private static let slowPicture = Task {
        let fixture = try DecoderPoolFixture(workers: 1)
        return try await fixture.pool.samplePicture(
            fixture.sample(5, width: 4000, height: 4000, format: .webp))
    }

    private func slowFile(_ fixture: DecoderPoolFixture) async throws -> FilePath {
        // So that there is a worker.
        _ = try await fixture.file("first.jpg", fixture.sample(1))
        return try fixture.file("slow.webp", bytes: try await Self.slowPicture.value)
    }

    /// Sends the only worker a signal while it works on a job.
    /// - Returns: how the job failed.
    private func failure(
        ofJobOn file: FilePath, in fixture: DecoderPoolFixture, signal: Int32
    ) async throws -> (error: DecoderError, inVain: Int) {
        for inVain in 0... {
            let process = try #require(fixture.pool.processes.first)
            let before = ProcessState.processorTime(process)
            let victim = Task { () async throws(DecoderError) in
                // At full size: some ten times as long as is waited for.
                try await fixture.pool.picture(of: file, maxSide: 4000)
            }
            while fixture.pool.unansweredJobs == 0 { await Task.yield() }
            // Working shows in the time used; or it is done, and too late.
            while fixture.pool.unansweredJobs > 0,
                ProcessState.processorTime(process) < before + 5
            {
                await Task.yield()
            }
            kill(process, signal)
            if case .failure(let error) = await victim.result {
                return (try #require(error as? DecoderError), inVain)
            }
            // A worker that was signalled in vain is on its way out.
            while fixture.pool.processes.contains(process) { await Task.yield() }
            _ = try await fixture.pool.facts(of: file)
        }
        preconditionFailure("numbers do not end")
    }

    /// Waits until a job that was just submitted has been taken by a worker.
    private func waitUntilTaken(_ pool: DecoderPool) async {
        while pool.unansweredJobs == 0 || pool.waitingJobs > 0 { await Task.yield() }
    }

    @Test func theJobOfAKilledWorkerFailsAndThoseBehindItAreDone() async throws {
        let fixture = try DecoderPoolFixture(workers: 1)
        let slow = try await slowFile(fixture)
        let quick = try await fixture.file("quick.jpg", fixture.sample(1))
        let process = fixture.pool.processes
        let others = Task {
            var results: [Result<FileFacts, DecoderError>] = []
            while !Task.isCancelled {
                results += await fixture.pool.facts(of: [quick, quick, quick])
            }
            return results
        }
        let (error, inVain) = try await failure(ofJobOn: slow, in: fixture, signal: SIGKILL)
        #expect(error.reason == .decoderFailed)
        others.cancel()
        var failed = 0
        for result in await others.value where result != .failure(.cancelled) {
            switch result {
            case .success(let facts):
                #expect(facts.size == PixelSize(width: 320, height: 240))
            case .failure: failed += 1
            }
        }
        // A kill that came too late for the slow job met one of these.
        #expect(failed <= inVain)
        _ = try await fixture.pool.facts(of: quick)
        #expect(fixture.pool.processes != process)
        await fixture.pool.shutDown()
    }

    /// What the system sends to a worker that has used up its processor time.
    @Test func aJobThatTakesTooMuchProcessorTimeIsOverTheLimit() async throws {
        let fixture = try DecoderPoolFixture(workers: 1)
        let slow = try await slowFile(fixture)
        let (error, _) = try await failure(ofJobOn: slow, in: fixture, signal: SIGXCPU)
        #expect(error.reason == .overLimit)
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

    /// Each worker has a socket and an event. Other tests open sockets by the
    /// thousand, and some dozens of events.
    @Test func descriptorsDoNotAddUpOverManyWorkers() async throws {
        let before = ProcessState.openEvents
        for round in 0..<100 {
            let pool = DecoderPool(executable: DecoderPoolFixture.executable, workers: 1)
            let sample = SamplePicture(
                format: .jpeg, size: PixelSize(width: 16, height: 16), seed: 1)
            _ = try await pool.samplePicture(sample)
            if round % 2 == 0, let process = pool.processes.first {
                kill(process, SIGKILL)
                while ProcessState.exists(process) { await Task.yield() }
                _ = try await pool.samplePicture(sample)
            }
            await pool.shutDown()
        }
        #expect(ProcessState.openEvents < before + 90)
    }

    @Test func aCancelledCallEndsAtOnceAndItsJobNeverStarts() async throws {
        let fixture = try DecoderPoolFixture(workers: 1)
        let file = try await fixture.file("a.jpg", fixture.sample(1))
        let process = try #require(fixture.pool.processes.first)
        kill(process, SIGSTOP)
        let first = Task { () async throws(DecoderError) in
            try await fixture.pool.thumbnails(of: file, priority: .visible)
        }
        await waitUntilTaken(fixture.pool)
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
        kill(process, SIGCONT)
        _ = try await fixture.pool.facts(of: file)
        #expect(fixture.pool.processes == [process])
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
