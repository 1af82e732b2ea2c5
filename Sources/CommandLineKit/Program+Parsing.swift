/// What a command line asks for.
enum Request: Sendable {
    case perform(Command.Action, Arguments)
    case show(String)
}

/// A mistake and where it was made, for the hint to the right help text.
struct Mistake: Error {
    let error: UsageError
    /// The program's name and the commands up to the mistake.
    let path: [String]
}

extension Program {
    func parse(_ words: [[UInt8]]) -> Result<Request, Mistake> {
        var path = [command.name]
        var current = command
        var rest = words[...]
        while current.action == nil {
            guard let word = rest.popFirst() else {
                let choices = current.subcommands.map(\.name)
                return .failure(Mistake(error: .missingCommand(choices: choices), path: path))
            }
            let text = readable(word)
            if let answer = general(text, current, path) { return .success(answer) }
            guard let next = current.subcommands.first(where: { $0.name == text }) else {
                return .failure(Mistake(error: unknown(text, in: current), path: path))
            }
            current = next
            path.append(next.name)
        }
        guard let action = current.action else { preconditionFailure("the loop ends at one") }
        var parser = ArgumentParser(current)
        do {
            while let word = rest.popFirst() {
                if !parser.onlyPositionals, let answer = general(readable(word), current, path) {
                    return .success(answer)
                }
                try parser.take(word, rest: &rest)
            }
            return .success(.perform(action, try parser.finish()))
        } catch {
            return .failure(Mistake(error: error, path: path))
        }
    }

    /// The options that every command has.
    private func general(_ word: String, _ current: Command, _ path: [String]) -> Request? {
        switch word {
        case "--help", "-h": .show(current.help(path: path))
        case "--version": .show("\(command.name) \(version)\n")
        default: nil
        }
    }

    private func unknown(_ word: String, in command: Command) -> UsageError {
        if word.hasPrefix("-") {
            let suggestion = Spelling.nearest(to: word, in: ["--help", "--version"])
            return .unknownOption(word, suggestion: suggestion)
        }
        let suggestion = Spelling.nearest(to: word, in: command.subcommands.map(\.name))
        return .unknownCommand(word, suggestion: suggestion.map { "'\($0)'" })
    }
}
