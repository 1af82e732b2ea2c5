import Simulation
import TestSupport
import Testing

/// Every write at which a machine can die, on a disk in memory: what was
/// acknowledged is there afterwards, and nothing is half there.
@Suite("Crashes at every write", .serialized)
struct CrashTests {
    /// Five ways to die, a kill and four losses of power; a hundred at night.
    @Test("a library loses nothing acknowledged, and a migration leaves old or new")
    func aLibraryLosesNothingAcknowledged() async throws {
        let ways = 5
        let program = Program("carousel-simulate", optimisedAt: "CAROUSEL_SIMULATE")
        let run = try await program.runAside(["--crashes", "\(ways)"])
        #expect(run.status == 0, "\(run.lines)")
        let summary = run.lines.last ?? ""
        #expect(summary.contains(" crash points, 0 lost, 0 torn, "), "\(summary)")
        let points = summary.split(separator: " ").first.flatMap { Int($0) } ?? 0
        #expect(points > 500 * ways)
    }

    /// A control: a disk that lies is found out, or the tests above could not
    /// fail.
    @Test("a disk that does not sync loses what was acknowledged")
    func aDiskThatDoesNotSyncIsFoundOut() throws {
        let folder = try TemporaryFolder("lying")
        let run = try ScriptedRun(.wholeLife, at: folder.filePath)
        let verdicts = (1...run.changes).map { change in
            run.crash(at: change, .powerLoss(seed: UInt64(change)), lies: true)
        }
        let bad = verdicts.count { $0 != .kept }
        #expect(bad > verdicts.count / 2)
    }

    /// Another: what was written and not synced outlives the process.
    @Test("a kill loses nothing even on a disk that does not sync")
    func aKillLosesNothingEvenWithoutSyncs() throws {
        let folder = try TemporaryFolder("killed")
        let run = try ScriptedRun(.wholeLife, at: folder.filePath)
        for change in stride(from: 1, through: run.changes, by: 5) {
            #expect(run.crash(at: change, .kill, lies: true) == .kept, "change \(change)")
        }
    }

    /// And one: a row that is gone is a torn state.
    @Test("a state that was never committed is found out")
    func aStateThatWasNeverCommittedIsFoundOut() throws {
        let folder = try TemporaryFolder("torn")
        let run = try ScriptedRun(.wholeLife, at: folder.filePath)
        var state = try #require(run.states.last)
        state.tables["photos"]?.removeLast()
        #expect(!run.states.contains(state))
    }
}
