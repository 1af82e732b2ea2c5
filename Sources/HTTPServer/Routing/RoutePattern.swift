/// A route's path taken apart.
struct RoutePattern: Sendable, Equatable {
    enum Part: Sendable, Equatable {
        case literal(String)
        /// One part of the path.
        case placeholder(String)
        /// The rest of the path; only at the end.
        case rest(String)
    }

    let parts: [Part]

    /// Whether it has no placeholder.
    var isLiteral: Bool {
        parts.allSatisfy { part in
            if case .literal = part { true } else { false }
        }
    }

    /// - Precondition: begins with `/`; placeholders are `{name}`, or
    ///   `{name...}` as the last part.
    init(_ text: String) {
        precondition(text.hasPrefix("/"), "a pattern begins with /: \(text)")
        let texts = text.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        parts = texts.enumerated().map { index, part in
            guard part.hasPrefix("{") else {
                precondition(!part.contains("{"), "a placeholder is a whole part: \(text)")
                return .literal(String(part))
            }
            precondition(part.hasSuffix("}") && part.count > 2, "unclosed placeholder: \(text)")
            let name = part.dropFirst().dropLast()
            guard name.hasSuffix("...") else { return .placeholder(String(name)) }
            precondition(index == texts.count - 1, "{…...} stands at the end: \(text)")
            return .rest(String(name.dropLast(3)))
        }
    }
}
