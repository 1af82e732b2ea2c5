/// Sorts the words behind a command into its parameters.
struct ArgumentParser {
    /// Behind `--` nothing is an option.
    private(set) var onlyPositionals = false
    private let options: [Declaration]
    private let positionals: [(declaration: Declaration, arity: Arity)]
    private var position = 0
    private var arguments = Arguments()

    init(_ command: Command) {
        options = command.declarations.filter { $0.arity == nil }
        positionals = command.declarations.compactMap { declaration in
            declaration.arity.map { (declaration, $0) }
        }
    }

    /// Takes a word, and the next one too when the word is an option that
    /// needs a value.
    mutating func take(
        _ word: [UInt8], rest: inout ArraySlice<[UInt8]>
    ) throws(UsageError) {
        let dash = UInt8(ascii: "-")
        guard !onlyPositionals, word.first == dash, word.count > 1 else {
            return try takePositional(word)
        }
        guard word != [dash, dash] else { return onlyPositionals = true }
        let equals = word.firstIndex(of: UInt8(ascii: "="))
        let name = readable(word[..<(equals ?? word.endIndex)])
        let declaration = try option(named: name)
        let inline = equals.map { Array(word[($0 + 1)...]) }
        guard let placeholder = declaration.placeholder else {
            guard inline == nil else { throw .unexpectedValue(flag: name) }
            if !arguments.has(declaration.name) { arguments.append(true, to: declaration.name) }
            return
        }
        guard let value = inline ?? rest.popFirst() else {
            throw .missingValue(option: name, placeholder: placeholder)
        }
        guard declaration.repeats || !arguments.has(declaration.name) else {
            throw .givenTwice(name)
        }
        try store(value, for: declaration, called: name)
    }

    /// The arguments, when none that is required is missing.
    consuming func finish() throws(UsageError) -> Arguments {
        for (declaration, arity) in positionals
        where arity.needsOne && !arguments.has(declaration.name) {
            throw .missingArgument(declaration.name)
        }
        return arguments
    }

    private mutating func takePositional(_ word: [UInt8]) throws(UsageError) {
        guard position < positionals.count else { throw .unexpectedArgument(readable(word)) }
        let (declaration, arity) = positionals[position]
        try store(word, for: declaration, called: declaration.name)
        if !arity.allowsMany { position += 1 }
    }

    private mutating func store(
        _ word: [UInt8], for declaration: Declaration, called name: String
    ) throws(UsageError) {
        do {
            arguments.append(try declaration.parse(word), to: declaration.name)
        } catch {
            throw .badValue(of: name, value: readable(word), problem: error)
        }
    }

    private func option(named name: String) throws(UsageError) -> Declaration {
        let found = options.first {
            "--" + $0.name == name || $0.short.map { "-\($0)" } == name
        }
        guard let found else {
            let known = options.map { "--" + $0.name } + ["--help", "--version"]
            throw .unknownOption(name, suggestion: Spelling.nearest(to: name, in: known))
        }
        return found
    }
}
