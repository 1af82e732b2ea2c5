/// A conversation, named by whoever makes it before a server has heard of it:
/// the name of the operation that makes it.
public struct ConversationID: Hashable, Sendable, Codable, CustomStringConvertible {
    public let operation: OperationID

    public init(_ operation: OperationID) {
        self.operation = operation
    }

    /// 32 hexadecimal digits.
    public var description: String { operation.description }
}
