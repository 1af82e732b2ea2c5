import CommandLineKit
import Foundation
import Photos
import Simulation

/// Seeds run one after the other, with what came of them.
struct SeedRun {
    let operations: Int
    let server: ServerKind
    let bug: PlantedBug?
    let shrinks: Bool
    /// Every which seed's devices have real databases.
    let sqliteEvery: Int?
    let logs: Bool
    private let libraries = FileManager.default.temporaryDirectory
        .appending(path: "carousel-simulate-\(ProcessInfo.processInfo.processIdentifier)")
    private(set) var failures = 0
    private var seeds = 0
    private var happenings = 0
    private var trace = Digest()
    private var probes = Probes()
    private let clock = ContinuousClock()
    private let start = ContinuousClock.now

    init(
        operations: Int, server: ServerKind, bug: PlantedBug?, shrinks: Bool, sqliteEvery: Int?,
        logs: Bool
    ) {
        self.server = server
        self.sqliteEvery = sqliteEvery
        self.operations = operations
        self.bug = bug
        self.shrinks = shrinks
        self.logs = logs
    }

    mutating func run(_ seed: UInt64) {
        var world = World(
            World.Setting(
                seed: seed, operations: operations, bug: bug,
                // A mistake is caught by what befalls every world.
                without: bug == nil ? [] : Fault.incidents, logs: logs,
                libraries: hasDatabases(seed) ? FilePath(libraries.path) : nil, server: server))
        let report = world.run()
        for line in world.log { write(line) }
        seeds += 1
        happenings += report.happenings
        trace.mix(report.trace.number)
        probes.add(report.probes)
        guard let failure = report.failure else { return }
        failures += 1
        write("seed \(seed) breaks invariant \(failure.invariant): \(failure.text)")
        if shrinks { writeShrunk(report) }
    }

    private func hasDatabases(_ seed: UInt64) -> Bool {
        guard let sqliteEvery, bug == nil else { return false }
        return seed % UInt64(sqliteEvery) == 0
    }

    /// The disk is in memory, its folders are not.
    func removeLibraries() {
        guard sqliteEvery != nil else { return }
        try? FileManager.default.removeItem(at: libraries)
    }

    func summarise(withProbes: Bool) {
        if withProbes {
            for probe in probes.all { write("probe \(probe.name) \(probe.count)") }
        }
        let seconds = (clock.now - start) / .seconds(1)
        let hourly = seconds > 0 ? Int(Double(seeds) / seconds * 3_600) : 0
        write(
            "\(seeds) seeds, \(failures) failed, \(happenings) events, trace \(trace), "
                + "\(hourly) seeds an hour")
    }

    private func writeShrunk(_ report: Report) {
        let small = Shrinker.shrink(report)
        let kept = (0..<small.setting.operations).filter { !small.setting.skipped[$0] }
        let without = small.setting.without.map(\.rawValue).joined(separator: " ")
        write("  shrunk to acts \(kept) without \(without)")
        var setting = small.setting
        setting.logs = true
        var world = World(setting)
        _ = world.run()
        for line in world.log { write("  " + line) }
    }

    private func write(_ line: String) {
        Terminal.standardOutput.write(line + "\n")
    }
}
