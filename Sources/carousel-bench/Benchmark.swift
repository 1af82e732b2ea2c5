/// One subcommand of `carousel-bench`.
struct Benchmark: Sendable {
    let name: String
    /// One line of help.
    let usage: String
    let run: @Sendable (_ arguments: [String]) throws -> Void
}

/// What is wrong with the arguments, in words for the user.
struct UsageError: Error {
    let message: String
}
