import CommandLineKit
import Simulation

/// Seeds run one after the other, with what came of them.
struct SeedRun {
    let operations: Int
    let bug: PlantedBug?
    let shrinks: Bool
    let logs: Bool
    private(set) var failures = 0
    private var seeds = 0
    private var happenings = 0
    private var trace = Digest()
    private var probes = Probes()
    private let clock = ContinuousClock()
    private let start = ContinuousClock.now

    init(operations: Int, bug: PlantedBug?, shrinks: Bool, logs: Bool) {
        self.operations = operations
        self.bug = bug
        self.shrinks = shrinks
        self.logs = logs
    }

    mutating func run(_ seed: UInt64) {
        var world = World(
            World.Setting(seed: seed, operations: operations, bug: bug, logs: logs))
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
