/// A command of a program, or the program itself: what it takes and does.
public struct Command: Sendable {
    /// What to do with the arguments, once they make sense.
    public typealias Action = @Sendable (Arguments) async -> ExitCode

    public let name: String
    /// One line, without a full stop.
    public let summary: String
    /// Paragraphs below the usage line of the help text.
    public let discussion: String
    let parameters: [any Parameter]
    let subcommands: [Command]
    let action: Action?

    /// A command that does something.
    public init(
        _ name: String, summary: String, discussion: String = "",
        _ parameters: [any Parameter] = [], action: @escaping Action
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.parameters = parameters
        subcommands = []
        self.action = action
    }

    /// A command that only groups others.
    public init(
        _ name: String, summary: String, discussion: String = "", subcommands: [Command]
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        parameters = []
        self.subcommands = subcommands
        action = nil
    }

    var declarations: [Declaration] { parameters.map(\.declaration) }
}
