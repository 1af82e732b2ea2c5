import CommandLineKit
import Foundation

let jsonFlag = Flag("json", help: "one JSON object on one line")

/// Why a benchmark has no figures.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Runs a benchmark; what it throws goes to standard error.
func benchmarking(_ body: () async throws -> Void) async -> ExitCode {
    do {
        try await body()
        return .succeeded
    } catch {
        Terminal.standardError.write("carousel-bench: \(error)\n")
        return .failed
    }
}

/// Prints figures as one JSON object, or one a line for a person.
func show(_ figures: [(String, JSONText)], asJSON: Bool) {
    let text =
        asJSON
        ? JSONText.object(figures).line
        : figures.map { "\($0.0): \($0.1.line)" }.joined(separator: "\n")
    Terminal.standardOutput.write(text + "\n")
}

/// The middle one of some figures; of two, the larger.
func median(_ figures: [Double]) -> Double {
    figures.sorted()[figures.count / 2]
}

/// Removes what a benchmark made; a folder left behind is the system's to
/// clear.
func removeFolder(_ path: String) {
    try? FileManager.default.removeItem(atPath: path)
}
