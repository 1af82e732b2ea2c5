/// What is wrong with a command line. The description is one or two plain
/// sentences for standard error.
public enum UsageError: Error, Hashable, Sendable {
    case unknownOption(String, suggestion: String?)
    case unknownCommand(String, suggestion: String?)
    case missingCommand(choices: [String])
    case missingValue(option: String, placeholder: String)
    /// A value given to a flag: `--json=yes`.
    case unexpectedValue(flag: String)
    case givenTwice(String)
    case badValue(of: String, value: String, problem: ValueProblem)
    case missingArgument(String)
    case unexpectedArgument(String)
}

/// Why a word is no value of the kind wanted.
public struct ValueProblem: Error, Hashable, Sendable {
    /// Ends a sentence: `… is not a whole number from 1 to 10`.
    public var reason: String

    public init(_ reason: String) {
        self.reason = reason
    }
}

extension UsageError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unknownOption(let name, let suggestion):
            "There is no option \(name)." + Self.offer(suggestion)
        case .unknownCommand(let name, let suggestion):
            "There is no command '\(name)'." + Self.offer(suggestion)
        case .missingCommand(let choices):
            "Which command? One of: " + choices.joined(separator: ", ") + "."
        case .missingValue(let option, let placeholder):
            "The option \(option) needs a value: \(option) \(placeholder)."
        case .unexpectedValue(let flag):
            "The option \(flag) takes no value."
        case .givenTwice(let option):
            "The option \(option) is given twice."
        case .badValue(let parameter, let value, let problem):
            "\(parameter): '\(value)' \(problem.reason)."
        case .missingArgument(let name):
            "\(name) is missing."
        case .unexpectedArgument(let word):
            "'\(word)' is one argument too many."
        }
    }

    private static func offer(_ suggestion: String?) -> String {
        suggestion.map { " Did you mean \($0)?" } ?? ""
    }
}
