import Foundation
import Glibc

/// Seconds by the clock on the wall and of the processor. On a machine that
/// others use as well, only the latter can be compared.
struct Effort {
    var wall: Double
    /// Of this process and all its children.
    var processor: Double

    static func of(_ body: () throws -> Void) rethrows -> Effort {
        let start = Effort.sinceStart
        try body()
        return .sinceStart - start
    }

    /// Since the process began.
    static var sinceStart: Effort {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let wall = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        return Effort(
            wall: wall,
            processor: ended(RUSAGE_SELF) + ended(RUSAGE_CHILDREN) + runningChildren)
    }

    static func - (after: Effort, before: Effort) -> Effort {
        Effort(wall: after.wall - before.wall, processor: after.processor - before.processor)
    }

    private static func ended(_ who: __rusage_who) -> Double {
        var usage = rusage()
        getrusage(__rusage_who_t(who.rawValue), &usage)
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }

    private static func seconds(_ time: timeval) -> Double {
        Double(time.tv_sec) + Double(time.tv_usec) / 1e6
    }

    /// What `getrusage` does not count before they end.
    private static var runningChildren: Double {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
        let own = String(getpid())
        return names.reduce(0) { sum, name in
            guard name.first?.isNumber == true,
                let text = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8),
                let end = text.lastIndex(of: ")")
            else { return sum }
            // From the third field on, `state`, see proc(5).
            let fields = Array(text[end...].split(separator: " ").dropFirst())
            guard fields.count > 12, fields[1] == own,
                let user = Double(fields[11]), let system = Double(fields[12])
            else { return sum }
            return sum + (user + system) / ticks
        }
    }
}
