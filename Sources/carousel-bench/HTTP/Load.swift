import Foundation
import Glibc

/// What a load gave, and what it cost the server.
struct Load {
    /// Requests a second.
    let rate: Double
    /// 99 of 100 answers took no longer, in milliseconds.
    let p99: Double
    /// Microseconds of processor time for each request.
    let processorTime: Double

    /// - Parameter processes: those of the server.
    init(_ processes: [Int32], _ run: () throws -> LoadGenerator.Result) throws {
        let before = try ProcessorTime.milliseconds(of: processes)
        let result = try run()
        let spent = try ProcessorTime.milliseconds(of: processes) - before
        rate = result.requestsPerSecond
        p99 = result.p99
        processorTime = spent * 1_000 / result.requests
    }
}

/// What other processes have computed.
enum ProcessorTime {
    /// User and system time of all, in milliseconds.
    static func milliseconds(of processes: [Int32]) throws -> Double {
        let ticks = try processes.reduce(0) { sum, process in
            let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
            // The name before it may hold blanks.
            let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
            guard fields.count > 13, let user = Int(fields[12]), let system = Int(fields[13])
            else { throw BenchmarkError("process \(process) has ended") }
            return sum + user + system
        }
        return Double(ticks) * 1_000 / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}
