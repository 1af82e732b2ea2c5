/// Makes a failing world small: leaves faults off, then leaves acts out, by
/// halves and down to single ones, as long as the same invariant fails.
public enum Shrinker {
    public static func shrink(_ report: Report) -> Report {
        guard let failure = report.failure else { return report }
        var best = report
        best.setting.skipped = Array(repeating: false, count: report.setting.operations)
        for fault in Fault.allCases {
            var setting = best.setting
            setting.without.append(fault)
            attempt(setting, failure, &best)
        }
        var size = max(1, report.setting.operations / 2)
        while true {
            var start = 0
            while start < best.setting.operations {
                var setting = best.setting
                for index in start..<min(start + size, setting.operations) {
                    setting.skipped[index] = true
                }
                if setting != best.setting { attempt(setting, failure, &best) }
                start += size
            }
            if size == 1 { break }
            size /= 2
        }
        return best
    }

    private static func attempt(
        _ setting: World.Setting, _ failure: Failure, _ best: inout Report
    ) {
        var world = World(setting)
        let report = world.run()
        if report.failure?.invariant == failure.invariant { best = report }
    }
}
