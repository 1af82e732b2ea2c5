/// A message of a conversation, named by whoever sends it: the name of the
/// operation that posts it.
public struct MessageID: Hashable, Sendable, Codable, CustomStringConvertible {
    public let operation: OperationID

    public init(_ operation: OperationID) {
        self.operation = operation
    }

    /// 32 hexadecimal digits.
    public var description: String { operation.description }
}
