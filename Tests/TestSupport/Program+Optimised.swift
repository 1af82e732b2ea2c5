import Foundation

extension Program {
    /// The optimised build of a program, whose path an environment variable
    /// gives; without it the one beside the running tests.
    public init(_ name: String, optimisedAt variable: String) {
        executable = Self.optimised(variable) ?? Program(name).executable
    }

    /// Whether an environment variable gives an optimised build.
    public static func hasOptimised(at variable: String) -> Bool {
        optimised(variable) != nil
    }

    private static func optimised(_ variable: String) -> String? {
        ProcessInfo.processInfo.environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    }
}
