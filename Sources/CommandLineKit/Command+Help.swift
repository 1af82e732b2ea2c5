extension Command {
    /// The help text, 80 columns wide, generated from the declarations.
    ///
    /// - Parameter path: the program's name and the commands down to here.
    func help(path: [String]) -> String {
        var sections = ["\(summary).\n", "Usage: \(usage(path: path))\n"]
        if !discussion.isEmpty {
            sections.append(
                discussion.split(separator: "\n", omittingEmptySubsequences: false)
                    .map { TextColumns.wrap(String($0), width: 80).joined(separator: "\n") }
                    .joined(separator: "\n") + "\n")
        }
        if !subcommands.isEmpty {
            let rows = subcommands.map { ($0.name, $0.summary) }
            sections.append("Commands:\n" + TextColumns.render(rows))
        }
        let positionals = declarations.filter { $0.arity != nil }
        if !positionals.isEmpty {
            sections.append(
                "Arguments:\n" + TextColumns.render(positionals.map { ($0.name, $0.help) }))
        }
        let options = declarations.filter { $0.arity == nil }.map { ($0.label, $0.help) }
        let general = [
            ("-h, --help", "show this text"), ("--version", "show the version"),
        ]
        sections.append("Options:\n" + TextColumns.render(options + general))
        if path.count == 1 {
            let codes = ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) }
            sections.append("Exit codes:\n" + TextColumns.render(codes))
        }
        return sections.joined(separator: "\n")
    }

    private func usage(path: [String]) -> String {
        var words = path
        if !subcommands.isEmpty { words.append("COMMAND") }
        if declarations.contains(where: { $0.arity == nil }) { words.append("[OPTIONS]") }
        for declaration in declarations {
            switch declaration.arity {
            case .one: words.append(declaration.name)
            case .optional: words.append("[\(declaration.name)]")
            case .any: words.append("[\(declaration.name)...]")
            case .atLeastOne: words.append("\(declaration.name)...")
            case nil: continue
            }
        }
        return words.joined(separator: " ")
    }
}

extension Declaration {
    /// `-j, --jobs N`
    fileprivate var label: String {
        let prefix = short.map { "-\($0), " } ?? ""
        return prefix + "--\(name)" + (placeholder.map { " \($0)" } ?? "")
    }
}
