import DecoderProtocol
import Foundation
import Media
import Photos
import TestSupport
import Testing

/// Files made to harm decoders: each ends with a result or its reason, the
/// worker stays within its memory, and the pool goes on.
@Suite(.serialized) struct DecoderPoolHostileTests {
    /// What a worker may hold at most; its own limit is 2.5 GiB of addresses.
    private static let memory = 1 << 30

    /// Asks everything about a file; the reasons of what failed.
    private func reasons(
        _ file: FilePath, _ pool: DecoderPool
    ) async -> [ProblemReason?] {
        async let facts = reason { () async throws(DecoderError) in
            _ = try await pool.facts(of: file)
        }
        async let thumbnails = reason { () async throws(DecoderError) in
            _ = try await pool.thumbnails(of: file)
        }
        async let picture = reason { () async throws(DecoderError) in
            _ = try await pool.picture(of: file, maxSide: 1024)
        }
        return await [facts, thumbnails, picture]
    }

    private func reason(
        _ body: () async throws(DecoderError) -> Void
    ) async -> ProblemReason? {
        do throws(DecoderError) {
            try await body()
            return nil
        } catch {
            #expect(error.reason != nil, "\(error)")
            return error.reason
        }
    }

    private func checkWorkers(of pool: DecoderPool) {
        for process in pool.processes {
            // Gone meanwhile: replaced after a fault.
            guard let peak = ProcessState.peakMemory(process) else { continue }
            #expect(peak < Self.memory)
        }
    }

    @Test(.enabled(if: Corpus.isThere))
    func everyHostileFileOfTheCorpusEndsWithinTheLimits() async throws {
        let fixture = try DecoderPoolFixture(workers: 2)
        let good = try await fixture.file("good.jpg", fixture.sample(1))
        for file in Corpus.files where file.path.hasPrefix("hostile/") {
            let start = ContinuousClock.now
            let found = await reasons(
                FilePath((Corpus.folder ?? "") + "/" + file.path), fixture.pool)
            #expect(start.duration(to: .now) < .seconds(60), "\(file.path)")
            // None of them brings a worker down or to its limits.
            #expect(!found.contains(.decoderFailed), "\(file.path)")
            #expect(!found.contains(.overLimit), "\(file.path)")
            checkWorkers(of: fixture.pool)
        }
        #expect(try await fixture.pool.facts(of: good).size == PixelSize(width: 320, height: 240))
        await fixture.pool.shutDown()
    }

    @Test func aHeaderOf65536SquaredPixelsIsRefusedBeforeItIsDecoded() async throws {
        let fixture = try DecoderPoolFixture(workers: 1)
        // IHDR: 65536 × 65536, 8 bits, RGB; the checksums do not matter yet.
        let header: [UInt8] = [0, 1, 0, 0, 0, 1, 0, 0, 8, 2, 0, 0, 0]
        let bytes =
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + PNGChunk.bytes("IHDR", header)
            + PNGChunk.bytes("IDAT", [0x78, 0x9C, 0x03, 0x00, 0x00, 0x00, 0x00, 0x01])
            + PNGChunk.bytes("IEND", [])
        let file = try fixture.file("bomb.png", bytes: bytes)
        #expect(await reasons(file, fixture.pool) == [nil, .tooLarge, .tooLarge])
        #expect(
            try await fixture.pool.facts(of: file).size == PixelSize(width: 65536, height: 65536))
        checkWorkers(of: fixture.pool)
        await fixture.pool.shutDown()
    }

    @Test func truncatedJPEGsAreShownAsFarAsTheyGo() async throws {
        let fixture = try DecoderPoolFixture(workers: 1)
        let whole = try await fixture.pool.samplePicture(
            fixture.sample(3, width: 800, height: 600))
        for share in [0.99, 0.7, 0.4] {
            let cut = Array(whole.prefix(Int(Double(whole.count) * share)))
            let file = try fixture.file("cut \(share).jpg", bytes: cut)
            let made = try await fixture.pool.thumbnails(of: file)
            #expect(made.damage?.reason == .truncated)
            #expect(try await fixture.pool.facts(of: file).fields[.make] == "Kamera")
        }
        // Nothing is left of the picture.
        let file = try fixture.file("cut.jpg", bytes: Array(whole.prefix(100)))
        let found = await reasons(file, fixture.pool)
        #expect(found[1] == .truncated || found[1] == .corrupt)
        await fixture.pool.shutDown()
    }

    /// Real files with bytes changed at random, and random bytes behind the
    /// beginnings of all formats.
    @Test(arguments: SamplePicture.Format.allCases)
    func damagedFilesOfAnyFormatEndWithAResultOrAReason(
        format: SamplePicture.Format
    ) async throws {
        let fixture = try DecoderPoolFixture(workers: 2)
        let whole: [UInt8]
        do {
            whole = try await fixture.pool.samplePicture(
                fixture.sample(9, width: 96, height: 64, format: format))
        } catch {
            // A format that cannot be written here.
            #expect(error.reason == .unsupported)
            return
        }
        var random = SplitMix64(seed: 77)
        for round in 0..<60 {
            var bytes = whole
            // Mostly in the structure, which is in front.
            let reach = round % 2 == 0 ? min(400, bytes.count) : bytes.count
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                bytes[Int.random(in: 0..<reach, using: &random)] = UInt8.random(
                    in: 0...255, using: &random)
            }
            if round % 5 == 0 {
                bytes = Array(bytes.prefix(Int.random(in: 12..<bytes.count, using: &random)))
            }
            if round % 7 == 0 {
                bytes.replaceSubrange(
                    16..., with: (0..<500).map { _ in UInt8.random(in: 0...255, using: &random) })
            }
            let file = try fixture.file("damaged", bytes: bytes)
            _ = await reasons(file, fixture.pool)
        }
        checkWorkers(of: fixture.pool)
        let good = try fixture.file("good", bytes: whole)
        #expect(try await fixture.pool.facts(of: good).size == PixelSize(width: 96, height: 64))
        await fixture.pool.shutDown()
    }

    @Test func aWorkerIsConfined() async throws {
        let fixture = try DecoderPoolFixture(workers: 1)
        _ = try await fixture.file("a.jpg", fixture.sample(1))
        let process = try #require(fixture.pool.processes.first)
        func text(_ name: String) throws -> [Substring] {
            try String(contentsOfFile: "/proc/\(process)/\(name)", encoding: .utf8)
                .split(separator: "\n")
        }
        let status = try text("status")
        #expect(status.contains { $0.hasPrefix("NoNewPrivs:") && $0.hasSuffix("1") })
        // A filter of system calls; kernels without seccomp have no such line.
        if let filter = status.first(where: { $0.hasPrefix("Seccomp:") }) {
            #expect(filter.hasSuffix("2"))
        }
        let limits = try text("limits")
        func limit(_ name: String) -> [Substring]? {
            limits.first { $0.hasPrefix(name) }?.dropFirst(name.count).split(separator: " ")
        }
        #expect(limit("Max core file size")?.first == "0")
        #expect(limit("Max file size")?.first == "0")
        #expect(limit("Max open files")?.first == "64")
        if !ProcessState.isSanitized {
            #expect(limit("Max address space")?.first == "\(2560 << 20)")
        }
        await fixture.pool.shutDown()
    }
}

/// Builds the parts of a PNG.
enum PNGChunk {
    static func bytes(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let content = Array(type.utf8) + data
        return number(UInt32(data.count)) + content + number(checksum(content))
    }

    private static func number(_ value: UInt32) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { checksum, byte in
            (0..<8).reduce(checksum ^ UInt32(byte)) { value, _ in
                value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
            }
        }
    }
}
