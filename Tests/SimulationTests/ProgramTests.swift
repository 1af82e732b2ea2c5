import TestSupport
import Testing

@Suite("carousel-simulate")
struct ProgramTests {
    @Test("two processes give equal traces, and a summary last")
    func twoProcessesGiveEqualTraces() throws {
        let first = try summary()
        let second = try summary()
        #expect(first == second)
        #expect(first.hasPrefix("5 seeds, 0 failed, "))
    }

    /// The last line without the throughput, which differs.
    private func summary() throws -> String {
        let run = try Program("carousel-simulate").run(["--seeds", "1..5"])
        let last = try #require(run.lines.last)
        return last.split(separator: ",").dropLast().joined(separator: ",")
    }
}
