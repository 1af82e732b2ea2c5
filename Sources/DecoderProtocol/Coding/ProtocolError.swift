/// Bytes that are no message. What the other process sends is not to be
/// trusted, so every such case ends the conversation with it.
public enum ProtocolError: Error, Hashable, Sendable {
    /// The message ends before its content does.
    case endsEarly
    /// Bytes are left behind the content.
    case trailingBytes(Int)
    /// A length above what is allowed at that place.
    case tooLong(length: Int, limit: Int)
    /// A tag that names no case of the thing meant.
    case unknownTag(UInt8, of: String)
    /// A value that the thing meant cannot have.
    case badValue(of: String)
}
