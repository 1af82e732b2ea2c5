import Simulation
import TestSupport
import Testing

@Suite("Mistakes planted on purpose")
struct PlantedBugTests {
    /// Two take some hundred seeds, for which a debug build
    /// is too slow.
    private static let bugs = PlantedBug.allCases.filter {
        SimulateProgram.isOptimised || !$0.isRare
    }

    @Test("each is caught within ten thousand seeds, by its invariant", arguments: bugs)
    func eachIsCaughtByItsInvariant(bug: PlantedBug) async throws {
        let run = try await SimulateProgram.run(
            ["--bug", bug.rawValue, "--seeds", "1..10000", "--first"])
        #expect(!run.passed)
        let caught = run.lines.contains { $0.contains(" breaks invariant \(bug.invariant): ") }
        #expect(caught, "\(run.lines)")
    }

    @Test("there are at least twenty")
    func thereAreAtLeastTwenty() {
        #expect(PlantedBug.allCases.count >= 20)
    }

    @Test("a failing world is shrunk to one that fails alike")
    func aFailingWorldIsShrunk() throws {
        var world = World(
            World.Setting(
                seed: 1, bug: .noGate, without: Fault.incidents, server: .model))
        let report = world.run()
        let failure = try #require(report.failure)
        let small = Shrinker.shrink(report)
        #expect(small.failure?.invariant == failure.invariant)
        #expect(small.setting.skipped.count { !$0 } < 40)
        var again = World(small.setting)
        #expect(again.run().trace == small.trace)
    }
}
