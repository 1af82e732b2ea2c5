/// A whole program: its commands, its version, and how it is run.
///
///     let json = Flag("json", help: "one JSON object a line")
///     let scan = Command("scan", summary: "take in folders", [json]) { arguments in
///         arguments[json] ? … : …
///     }
///     let program = Program(Command("carousel", …, subcommands: [scan]), version: "1.0")
///     exit(await program.run(CommandLine.words).rawValue)
public struct Program: Sendable {
    public let command: Command
    public let version: String

    /// - Precondition: the declarations make sense: no name twice in one
    ///   command, only the last positional takes many, none is required
    ///   behind one that is not.
    public init(_ command: Command, version: String) {
        self.command = command
        self.version = version
        command.checkDeclarations()
    }

    /// Runs what the words ask for: help and version on standard output,
    /// errors in plain words on standard error, else the command's action.
    ///
    /// - Parameter words: without the program's own name, each as it was
    ///   given: bytes.
    public func run(_ words: [[UInt8]]) async -> ExitCode {
        switch parse(words) {
        case .success(.perform(let action, let arguments)):
            return await action(arguments)
        case .success(.show(let text)):
            return Terminal.standardOutput.write(text) ? .succeeded : .failed
        case .failure(let mistake):
            let hint = "Try '\(mistake.path.joined(separator: " ")) --help'."
            Terminal.standardError.write("\(command.name): \(mistake.error) \(hint)\n")
            return .usage
        }
    }
}
