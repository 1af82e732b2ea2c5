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

    /// Optimisation must not change what happens either.
    @Test("a debug and an optimised build give equal traces")
    func buildsGiveEqualTraces() throws {
        let debug = try summary(Program("carousel-simulate"))
        let optimised = try summary()
        #expect(debug == optimised)
    }

    /// The last line without the throughput, which differs.
    private func summary(_ program: Program = SimulateProgram.program) throws -> String {
        let run = try program.run(["--seeds", "1..5"])
        let last = try #require(run.lines.last)
        return last.split(separator: ",").dropLast().joined(separator: ",")
    }
}
