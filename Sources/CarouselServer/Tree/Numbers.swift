/// Whose rows: the number of an account, never given twice.
public struct AccountNumber: Hashable, Comparable, Sendable {
    public let rawValue: Int64

    public init(_ rawValue: Int64) {
        self.rawValue = rawValue
    }

    public static func < (a: AccountNumber, b: AccountNumber) -> Bool {
        a.rawValue < b.rawValue
    }
}

/// The place of a change in the history of one account. Every changed row
/// has one of its own; they only grow.
public struct Sequence: Hashable, Comparable, Sendable {
    public let rawValue: Int64

    public init(_ rawValue: Int64) {
        self.rawValue = rawValue
    }

    public static let start = Sequence(0)

    public static func < (a: Sequence, b: Sequence) -> Bool { a.rawValue < b.rawValue }

    public var next: Sequence { Sequence(rawValue + 1) }
}

/// A file or folder through all its moves: the sequence at which it was made.
public struct NodeNumber: Hashable, Comparable, Sendable {
    public let rawValue: Int64

    public init(_ rawValue: Int64) {
        self.rawValue = rawValue
    }

    public static func < (a: NodeNumber, b: NodeNumber) -> Bool { a.rawValue < b.rawValue }
}

/// One content of one file: the sequence at which it was committed.
public struct RevisionNumber: Hashable, Comparable, Sendable {
    public let rawValue: Int64

    public init(_ rawValue: Int64) {
        self.rawValue = rawValue
    }

    public static func < (a: RevisionNumber, b: RevisionNumber) -> Bool {
        a.rawValue < b.rawValue
    }
}
