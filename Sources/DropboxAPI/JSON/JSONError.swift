/// Why bytes are not the JSON that is accepted.
public enum JSONError: Error, Hashable, Sendable {
    /// The text breaks the grammar at that byte.
    case malformed(offset: Int)
    case invalidUTF8
    /// Nested deeper than `JSONLimits.depth`.
    case tooDeep
    /// More bytes or values than `JSONLimits` allows.
    case tooLarge
    /// Two members of one object have this name: readers would disagree
    /// which one counts.
    case repeatedName(String)
}

extension JSONError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .malformed(let offset): "could not decode input as JSON (at byte \(offset))"
        case .invalidUTF8: "could not decode input as JSON (not UTF-8)"
        case .tooDeep: "could not decode input as JSON (nested too deeply)"
        case .tooLarge: "the JSON is too large"
        case .repeatedName(let name): "repeated field '\(name)'"
        }
    }
}

/// What a parse may cost, whoever sent the text.
public struct JSONLimits: Hashable, Sendable {
    /// Bytes of text.
    public var bytes: Int
    /// Arrays and objects inside each other.
    public var depth: Int
    /// Values in all, each element and member counted.
    public var values: Int

    public init(bytes: Int, depth: Int = 32, values: Int) {
        self.bytes = bytes
        self.depth = depth
        self.values = values
    }

    /// For arguments of a route: 10,000 entries of a batch with long paths.
    public static let argument = JSONLimits(bytes: 16 << 20, values: 200_000)
    /// For answers: a page of 10,000 photos with all their facts.
    public static let answer = JSONLimits(bytes: 64 << 20, values: 2_000_000)
}
