/// The values of one command line, asked for by the parameters that were
/// declared.
public struct Arguments: Sendable {
    private var values: [String: [any Sendable]] = [:]

    init() {}

    /// Whether the flag is given.
    public subscript(flag: Flag) -> Bool {
        values[flag.declaration.name] != nil
    }

    /// The option's value; nil when it is not given.
    public subscript<Value>(option: Option<Value>) -> Value? {
        values[option.declaration.name]?.first.flatMap { $0 as? Value }
    }

    /// The option's values in the order given.
    public subscript<Value>(option: RepeatedOption<Value>) -> [Value] {
        (values[option.declaration.name] ?? []).compactMap { $0 as? Value }
    }

    /// The argument's values in the order given; never empty for one that is
    /// required.
    public subscript<Value>(positional: Positional<Value>) -> [Value] {
        (values[positional.declaration.name] ?? []).compactMap { $0 as? Value }
    }

    mutating func append(_ value: any Sendable, to name: String) {
        values[name, default: []].append(value)
    }

    func has(_ name: String) -> Bool {
        values[name] != nil
    }
}
