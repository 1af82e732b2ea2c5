import Photos
import Simulation
import Store
import TestSupport
import Testing

/// Every write at which a machine can die, on a disk in memory: what was
/// acknowledged is there afterwards, and nothing is half there.
@Suite("Crashes at every write", .serialized)
struct CrashTests {
    /// Variant 0 is a kill, all others losses of power.
    private static func crash(_ variant: UInt64) -> CrashDisk.Crash {
        variant == 0 ? .kill : .powerLoss(seed: variant)
    }

    @Test("a library loses nothing acknowledged", arguments: Seeds.first(3))
    func aLibraryLosesNothingAcknowledged(variant: UInt64) throws {
        try everyWriteIsSafe(.wholeLife, variant)
    }

    @Test("a migration leaves the old format or the new one", arguments: Seeds.first(3))
    func aMigrationLeavesTheOldFormatOrTheNew(variant: UInt64) throws {
        try everyWriteIsSafe(.migration, variant)
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

    private func everyWriteIsSafe(_ scenario: Scenario, _ variant: UInt64) throws {
        let folder = try TemporaryFolder("crash\(variant)")
        let run = try ScriptedRun(scenario, at: folder.filePath)
        #expect(run.changes > 50)
        for change in 1...run.changes {
            let verdict = run.crash(at: change, Self.crash(variant))
            #expect(verdict == .kept, "change \(change) of \(run.changes)")
        }
    }
}
