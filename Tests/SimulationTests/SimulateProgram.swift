import TestSupport

/// `carousel-simulate`, optimised where `$CAROUSEL_SIMULATE` names such a
/// build: a seed then takes four milliseconds, else eighty.
enum SimulateProgram {
    private static let variable = "CAROUSEL_SIMULATE"

    static let program = Program("carousel-simulate", optimisedAt: variable)
    static let isOptimised = Program.hasOptimised(at: variable)

    /// What it printed, and whether all passed.
    static func run(
        _ arguments: [String]
    ) async throws -> (lines: [String], passed: Bool) {
        let outcome = try await program.runAside(arguments)
        return (outcome.lines, outcome.status == 0)
    }
}
