import Simulation
import Testing

@Suite("Mistakes planted on purpose")
struct PlantedBugTests {
    @Test(
        "each is caught, but for those known not to be",
        arguments: PlantedBug.allCases.filter { !PlantedBug.uncaught.contains($0) })
    func eachIsCaught(bug: PlantedBug) {
        let isCaught = (1...100 as ClosedRange<UInt64>).contains { seed in
            var world = World(World.Setting(seed: seed, bug: bug))
            return world.run().failure != nil
        }
        #expect(isCaught)
    }

    @Test("a failing world is shrunk to one that fails alike")
    func aFailingWorldIsShrunk() throws {
        var world = World(World.Setting(seed: 1, bug: .noGate))
        let report = world.run()
        let failure = try #require(report.failure)
        let small = Shrinker.shrink(report)
        #expect(small.failure?.invariant == failure.invariant)
        #expect(small.setting.skipped.count { !$0 } < 40)
        var again = World(small.setting)
        #expect(again.run().trace == small.trace)
    }
}
