import DecoderProtocol
import Foundation
import Media
import Photos
import TestSupport
import Testing

@Suite struct DecoderPoolTests {
    @Test func aWorkerTellsWhatAFileSaysAndMakesItsThumbnails() async throws {
        let fixture = try DecoderPoolFixture()
        let file = try await fixture.file("a.jpg", fixture.sample(1, orientation: 6))
        let facts = try await fixture.pool.facts(of: file)
        #expect(facts.format == .jpeg)
        #expect(facts.size == PixelSize(width: 320, height: 240))
        #expect(facts.fields[.exifDateTimeOriginal] == "2014:04:09 12:34:56")
        #expect(facts.fields[.model] == "Eins")
        let made = try await fixture.pool.thumbnails(of: file)
        #expect(made.damage == nil)
        #expect(made.s256.starts(with: [0xFF, 0xD8, 0xFF]))
        #expect(made.s75.starts(with: [0xFF, 0xD8, 0xFF]))
        #expect((5...ThumbHash.capacity).contains(made.thumbHash.count))
        let picture = try await fixture.pool.picture(of: file, maxSide: 100)
        let shown = try await fixture.pool.facts(of: fixture.file("b.jpg", bytes: picture))
        #expect(shown.size == PixelSize(width: 100, height: 75))
        await fixture.pool.shutDown()
    }

    @Test func manyCallsAtOnceEachGetTheirOwnAnswer() async throws {
        let fixture = try DecoderPoolFixture(workers: 3)
        var files: [(FilePath, PixelSize)] = []
        for index in 0..<12 {
            let sample = fixture.sample(UInt64(index), width: 64 + index, height: 48)
            files.append((try await fixture.file("\(index).jpg", sample), sample.size))
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<600 {
                let (file, size) = files[index % files.count]
                group.addTask {
                    if index % 10 == 0 {
                        _ = try await fixture.pool.thumbnails(of: file)
                    } else {
                        #expect(try await fixture.pool.facts(of: file).size == size)
                    }
                }
            }
            try await group.waitForAll()
        }
        await fixture.pool.shutDown()
    }

    @Test func aBatchOfFilesGivesEachItsOwnResultInTheirOrder() async throws {
        let fixture = try DecoderPoolFixture(workers: 2)
        var files: [FilePath] = []
        for index in 0..<6 {
            files.append(
                try await fixture.file(
                    "\(index).jpg", fixture.sample(UInt64(index), width: 64 + index, height: 48)))
        }
        let missing = fixture.folder.filePath.appending("none.jpg")
        let batch = (0..<300).map { $0 % 7 == 6 ? missing : files[$0 % 7] }
        for (index, result) in await fixture.pool.facts(of: batch).enumerated() {
            switch result {
            case .success(let facts): #expect(facts.size?.width == 64 + index % 7)
            case .failure(let error):
                #expect(index % 7 == 6)
                #expect(error.reason == .vanished)
            }
        }
        #expect(await fixture.pool.facts(of: []).isEmpty)
        #expect(fixture.pool.unansweredJobs == 0)
        let cancelled = Task { await fixture.pool.facts(of: batch) }
        cancelled.cancel()
        // Cancelled before, while or after it ran: all or none.
        let results = await cancelled.value
        #expect(results.count == batch.count)
        #expect(fixture.pool.unansweredJobs == 0)
        await fixture.pool.shutDown()
        for result in await fixture.pool.facts(of: batch) {
            #expect(throws: DecoderError.shutDown) { try result.get() }
        }
    }

    @Test func whatIsNoFileIsNamedWithItsReason() async throws {
        let fixture = try DecoderPoolFixture(workers: 1)
        func reason(_ path: FilePath) async -> ProblemReason? {
            await #expect(throws: DecoderError.self) { try await fixture.pool.facts(of: path) }?
                .reason
        }
        let folder = fixture.folder.filePath
        #expect(await reason(folder.appending("none.jpg")) == .vanished)
        #expect(await reason(folder) == .notAPhoto)
        #expect(await reason(FilePath("/dev/null")) == .notAPhoto)
        #expect(mkfifo(folder.appending("pipe").display, 0o600) == 0)
        #expect(await reason(folder.appending("pipe")) == .notAPhoto)
        #expect(symlink("loop", folder.appending("loop").display) == 0)
        #expect(await reason(folder.appending("loop")) == .brokenLink)
        #expect(await reason(try fixture.file("empty.jpg", bytes: [])) == .empty)
        #expect(
            await reason(try fixture.file("text.jpg", bytes: Array("Hello".utf8))) == .notAPhoto)
        await fixture.pool.shutDown()
    }

    @Test func aMissingProgramIsSaidWithAdviceAndNotTriedAgainAtOnce() async throws {
        let pool = DecoderPool(executable: FilePath("/nowhere/carousel-decoder"), workers: 2)
        for _ in 0..<50 {
            let error = await #expect(throws: DecoderError.self) {
                try await pool.samplePicture(
                    SamplePicture(
                        format: .jpeg, size: PixelSize(width: 16, height: 16), seed: 1))
            }
            guard case .cannotStart(let executable, let detail) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(executable.display == "/nowhere/carousel-decoder")
            #expect(detail.contains("CAROUSEL_DECODER"))
        }
        await pool.shutDown()
    }

    @Test(arguments: ["/bin/true", "/bin/cat", "/etc/passwd"])
    func anotherProgramInItsPlaceIsRefused(path: String) async throws {
        var limits = DecoderPool.Limits()
        limits.startTime = .milliseconds(300)
        let pool = DecoderPool(executable: FilePath(path), workers: 1, limits: limits)
        let error = await #expect(throws: DecoderError.self) {
            try await pool.facts(of: FilePath("/etc/hostname"))
        }
        guard case .cannotStart = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        await pool.shutDown()
        #expect(pool.processes == [])
    }

    /// A program that greets with the head of a long message and then sends
    /// a byte at a time.
    @Test func aProgramThatSendsWithoutEndIsGivenUp() async throws {
        let folder = try TemporaryFolder()
        let script = """
            #!/bin/sh
            printf '\\000\\000\\000\\001\\000\\000\\000\\000' >&3
            while :; do printf '\\000' >&3; done
            """
        let path = try folder.writeProgram(script, to: "endless")
        var limits = DecoderPool.Limits()
        limits.startTime = .milliseconds(300)
        let pool = DecoderPool(executable: FilePath(path), workers: 1, limits: limits)
        let error = await #expect(throws: DecoderError.self) {
            try await pool.facts(of: FilePath("/etc/hostname"))
        }
        guard case .cannotStart(_, let detail) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(detail == "it does not get ready")
        await pool.shutDown()
    }

    @Test func shuttingDownEndsEveryCallProcessThreadAndDescriptor() async throws {
        let fixture = try DecoderPoolFixture(workers: 2)
        let file = try await fixture.file("a.jpg", fixture.sample(1, width: 2000, height: 1500))
        let calls = (0..<40).map { _ in
            Task { () async throws(DecoderError) in try await fixture.pool.thumbnails(of: file) }
        }
        _ = try await fixture.pool.facts(of: file, priority: .visible)
        let processes = fixture.pool.processes
        #expect(!processes.isEmpty)
        await fixture.pool.shutDown()
        for call in calls {
            if case .failure(let error) = await call.result {
                #expect(error as? DecoderError == .shutDown)
            }
        }
        #expect(processes.allSatisfy { !ProcessState.exists($0) })
        #expect(fixture.pool.processes == [])
        await #expect(throws: DecoderError.shutDown) {
            try await fixture.pool.facts(of: file)
        }
    }

    @Test func droppingAPoolEndsItsProcesses() async throws {
        var pool: DecoderPool? = DecoderPool(
            executable: DecoderPoolFixture.executable, workers: 1)
        _ = try await pool?.samplePicture(
            SamplePicture(format: .jpeg, size: PixelSize(width: 16, height: 16), seed: 1))
        let processes = try #require(pool?.processes)
        #expect(processes.count == 1)
        pool = nil
        // The process is reaped by its thread, in its own time.
        while processes.contains(where: ProcessState.exists) { await Task.yield() }
    }
}
