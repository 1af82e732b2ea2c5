import Foundation

/// Runs wrk, which nobody here wrote.
enum LoadGenerator {
    /// What a run gave.
    struct Result {
        var requests: Double
        var requestsPerSecond: Double
        /// 99 of 100 answers took no longer, in milliseconds.
        var p99: Double
    }

    /// Asks over and over at 32 connections for some seconds.
    ///
    /// - Parameter script: Lua, to send something else than GET.
    static func run(
        port: UInt16, path: String, script: String? = nil, seconds: Int
    ) throws -> Result {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/wrk")
        process.arguments =
            ["-t1", "-c32", "-d\(seconds)s", "--latency"] + (script.map { ["-s", $0] } ?? [])
            + ["http://127.0.0.1:\(port)\(path)"]
        let output = Pipe()
        process.standardOutput = output
        do { try process.run() } catch { throw BenchmarkError("wrk is not installed") }
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        var result = Result(requests: 0, requestsPerSecond: 0, p99: 0)
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.first == "Requests/sec:", let rate = Double(words[1]) {
                result.requestsPerSecond = rate
            }
            if words.count > 2, words[1] == "requests", let count = Double(words[0]) {
                result.requests = count
            }
            if words.first == "99%", let time = milliseconds(words[1]) { result.p99 = time }
        }
        guard result.requests > 0, result.requestsPerSecond > 0, result.p99 > 0,
            !text.contains("Non-2xx"),
            !text.contains("Socket errors")
        else { throw BenchmarkError("wrk could not measure: \(text)") }
        return result
    }

    private static func milliseconds(_ text: Substring) -> Double? {
        for (unit, factor) in [("us", 0.001), ("ms", 1), ("s", 1_000)] where text.hasSuffix(unit) {
            return Double(text.dropLast(unit.count)).map { $0 * factor }
        }
        return nil
    }
}
