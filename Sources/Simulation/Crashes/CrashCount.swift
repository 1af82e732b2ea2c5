import Photos

/// Scripted lives of a library ended at each of their writes, and what came of
/// it.
public struct CrashCount: Hashable, Sendable {
    /// Deaths, and what they left.
    public private(set) var points = 0
    /// Of these: a commit that was acknowledged was gone.
    public private(set) var lost = 0
    /// The library was in a state that was never committed, or could not be
    /// used any more.
    public private(set) var torn = 0
    /// What came of those that were not kept, with where it did.
    public private(set) var failures: [String] = []

    public var isKept: Bool { lost == 0 && torn == 0 }

    public init() {}

    /// Ends each scripted life at each of its writes, on the disk in memory:
    /// one world at a time may use that.
    ///
    /// - Parameters:
    ///   - variant: how it dies. 0 is a kill, all others losses of power.
    ///   - directory: an empty folder.
    public mutating func run(_ variant: UInt64, at directory: FilePath) throws {
        let crash: CrashDisk.Crash = variant == 0 ? .kill : .powerLoss(seed: variant)
        for (name, scenario) in [("life", Scenario.wholeLife), ("migration", .migration)] {
            let run = try ScriptedRun(scenario, at: directory)
            for change in 1...run.changes {
                points += 1
                let verdict = run.crash(at: change, crash)
                switch verdict {
                case .kept: continue
                case .lost: lost += 1
                case .torn, .broken, .noCrash: torn += 1
                }
                failures.append("variant \(variant), \(name), write \(change): \(verdict)")
            }
        }
    }
}
