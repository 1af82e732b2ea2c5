extension Command {
    /// Traps when the declarations contradict each other: a mistake of the
    /// program's author, found by whoever starts it first.
    func checkDeclarations() {
        let names = declarations.map(\.name) + subcommands.map(\.name)
        precondition(Set(names).count == names.count, "\(name): a name is declared twice")
        precondition(
            !names.contains("help") && !names.contains("version"),
            "\(name): help and version are every command's own")
        let shorts = declarations.compactMap(\.short)
        precondition(
            Set(shorts).count == shorts.count && !shorts.contains("h"),
            "\(name): a letter is declared twice")
        let arities = declarations.compactMap(\.arity)
        precondition(
            !arities.dropLast().contains(where: \.allowsMany),
            "\(name): only the last positional takes many")
        let firstFree = arities.firstIndex { !$0.needsOne } ?? arities.endIndex
        precondition(
            !arities[firstFree...].contains(where: \.needsOne),
            "\(name): a required positional behind one that is not")
        subcommands.forEach { $0.checkDeclarations() }
    }
}
