/// Something that a command takes: a `Flag`, an `Option`, a `Positional`.
/// Declared once, it parses, documents and later fetches its value.
public protocol Parameter: Sendable {
    /// For the parser and the help text.
    var declaration: Declaration { get }
}

/// What the parser and the help text know of a parameter.
public struct Declaration: Sendable {
    /// Without dashes; of a positional what the help text calls it.
    let name: String
    var short: Character?
    let help: String
    /// What the help text calls an option's value; nil for all others.
    var placeholder: String?
    /// Whether an option may be given more than once.
    var repeats = false
    /// Of a positional; nil for all others.
    var arity: Arity?
    let parse: @Sendable ([UInt8]) throws(ValueProblem) -> any Sendable
}

/// How often a positional argument may be given.
public enum Arity: Sendable {
    case one, optional, any, atLeastOne

    var allowsMany: Bool { self == .any || self == .atLeastOne }
    var needsOne: Bool { self == .one || self == .atLeastOne }
}

/// An option without a value: `--json`.
public struct Flag: Parameter {
    public let declaration: Declaration

    public init(_ name: String, short: Character? = nil, help: String) {
        declaration = Declaration(
            name: name, short: short, help: help, parse: { _ in true })
    }
}

/// An option with a value, given at most once: `--library DIR` or
/// `--library=DIR`.
public struct Option<Value: Sendable>: Parameter {
    public let declaration: Declaration

    /// - Parameter placeholder: what the help text calls the value.
    public init(
        _ name: String, short: Character? = nil, _ placeholder: String, _ kind: ValueKind<Value>,
        help: String
    ) {
        declaration = Declaration(
            name: name, short: short, help: help, placeholder: placeholder, parse: kind.erased)
    }
}

/// An option that may be given any number of times: `--exclude GLOB`.
public struct RepeatedOption<Value: Sendable>: Parameter {
    public let declaration: Declaration

    /// - Parameter placeholder: what the help text calls the value.
    public init(
        _ name: String, short: Character? = nil, _ placeholder: String, _ kind: ValueKind<Value>,
        help: String
    ) {
        declaration = Declaration(
            name: name, short: short, help: help, placeholder: placeholder, repeats: true,
            parse: kind.erased)
    }
}

/// An argument known by its place. Only a command's last positional may take
/// more than one.
public struct Positional<Value: Sendable>: Parameter {
    public let declaration: Declaration

    public init(_ name: String, _ arity: Arity, _ kind: ValueKind<Value>, help: String) {
        declaration = Declaration(name: name, help: help, arity: arity, parse: kind.erased)
    }
}

extension ValueKind {
    fileprivate var erased: @Sendable ([UInt8]) throws(ValueProblem) -> any Sendable {
        { [parse] word throws(ValueProblem) in try parse(word) }
    }
}
