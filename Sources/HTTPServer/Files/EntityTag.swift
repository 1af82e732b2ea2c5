/// A name for exact bytes (RFC 9110, section 8.8.3); always a strong one.
public struct EntityTag: Sendable, Hashable {
    /// Without quotes.
    public let value: String

    /// - Precondition: visible characters without quotes.
    public init(_ value: String) {
        precondition(
            value.utf8.allSatisfy { $0 > 0x20 && $0 != 0x22 && $0 != 0x7F }, "not a tag: \(value)")
        self.value = value
    }

    /// As it stands in a field.
    public var quoted: String { "\"\(value)\"" }
}
