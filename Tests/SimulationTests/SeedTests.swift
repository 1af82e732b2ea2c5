import Simulation
import TestSupport
import Testing

@Suite("Worlds of three devices and a server")
struct SeedTests {
    /// Seeds of a block: five blocks are run every day.
    private static let blockSize: UInt64 = SimulateProgram.isOptimised ? 100 : 10

    @Test("every invariant holds in every world", arguments: Seeds.first(5))
    func everyInvariantHoldsInEveryWorld(block: UInt64) async throws {
        let first = block * Self.blockSize + 1
        let last = (block + 1) * Self.blockSize
        let run = try await SimulateProgram.run(["--seeds", "\(first)..\(last)"])
        #expect(run.passed, "\(run.lines)")
        #expect(run.lines.last?.hasPrefix("\(Self.blockSize) seeds, 0 failed, ") == true)
    }

    /// Each of these broke an invariant once; docs/SYNC.md says which rule or
    /// which checker was mended for it.
    @Test(
        "seeds that once failed pass",
        arguments: [
            5, 41, 79, 160, 181, 216, 231, 572, 918, 1059, 1317, 1351, 2135, 2719, 2976, 3235,
            4452, 4828, 52_210, 2259, 6045, 7711, 10_307, 13_405, 16_239, 21_118, 32_424, 16_223,
            17_262, 23_721, 33_579, 39_544, 7296, 10_672, 25_758, 27_647, 36_359,
            46_208, 57_530, 105_334, 128_117, 135_411, 277, 145_753, 188_123, 1960, 9703, 19_706,
            19_982, 5384, 7298, 263_054, 279_157, 303_561, 351_921,
        ] as [UInt64])
    func seedsThatOnceFailedPass(seed: UInt64) {
        // They failed before there were incidents, with the model of a server.
        let setting = World.Setting(seed: seed, without: Fault.incidents, server: .model)
        var world = World(setting)
        let failure = world.run().failure
        #expect(failure == nil)
    }

    /// The same, with incidents or with the server that is shipped.
    @Test(
        "seeds that once failed since pass with both servers",
        arguments: [
            29, 55, 119, 1508, 2138, 2306, 2911, 3121, 22_872, 23_254, 33_981, 48_142, 70_079,
            450_419, 455_447, 456_822,
        ] as [UInt64],
        ServerKind.allCases)
    func laterSeedsPass(seed: UInt64, server: ServerKind) {
        var world = World(World.Setting(seed: seed, server: server))
        let failure = world.run().failure
        #expect(failure == nil)
    }

    /// On a disk in memory that loses power, tears and refuses writes.
    @Test("every invariant holds over real databases")
    func everyInvariantHoldsOverRealDatabases() async throws {
        let last = SimulateProgram.isOptimised ? 60 : 3
        // The second once failed there alone.
        for seeds in ["1..\(last)", "7107..7107"] {
            let run = try await SimulateProgram.run(["--seeds", seeds, "--sqlite-every", "1"])
            #expect(run.passed, "\(run.lines)")
        }
    }

    @Test("one seed gives one trace")
    func oneSeedGivesOneTrace() {
        var first = World(World.Setting(seed: 7))
        var second = World(World.Setting(seed: 7))
        var other = World(World.Setting(seed: 8))
        let trace = first.run().trace
        #expect(second.run().trace == trace)
        #expect(other.run().trace != trace)
    }

    @Test("rare paths are reached")
    func rarePathsAreReached() async throws {
        let run = try await SimulateProgram.run(["--seeds", "1..60", "--probes"])
        let reached = run.lines.filter { $0.hasPrefix("probe ") && !$0.hasSuffix(" 0") }
        for name in [
            "crash", "failedCommit", "lostAnswer", "duplicate", "listed anew", "merged LUID",
            "superseded file", "copies", "quarantined entry", "sure deletion", "sure flag",
            "outcome claimed", "outcome deleted elsewhere", "outcome undone", "local flag kept",
            "clockJump", "suspension", "signedOut", "pause", "serverRestart",
        ] {
            #expect(reached.contains { $0.hasPrefix("probe \(name) ") }, "\(name)")
        }
    }
}
