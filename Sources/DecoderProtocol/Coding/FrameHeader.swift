/// What stands before each message on the socket.
public struct FrameHeader: Hashable, Sendable {
    /// Bytes of a header.
    public static let byteCount = 8
    /// The most bytes of a request's message.
    public static let requestCapacity = 4096
    /// The most bytes of a reply's message: a large picture for the viewer.
    public static let replyCapacity = 48 << 20

    /// Bytes of the message that follows.
    public let length: Int
    /// The request that a reply answers; counts from 1, 0 for the greeting.
    public let number: UInt32

    public init(length: Int, number: UInt32) {
        self.length = length
        self.number = number
    }

    /// - Parameters:
    ///   - bytes: exactly `byteCount`.
    ///   - limit: what the message may have at most.
    public init(_ bytes: [UInt8], limit: Int) throws(ProtocolError) {
        var reader = MessageReader(bytes)
        length = Int(try reader.take(UInt32.self))
        number = try reader.take()
        try reader.finish()
        guard length <= limit else { throw .tooLong(length: length, limit: limit) }
    }

    /// A whole frame: the header of `message` and the message.
    public static func frame(_ message: [UInt8], number: UInt32) -> [UInt8] {
        var writer = MessageWriter()
        writer.put(UInt32(message.count))
        writer.put(number)
        return writer.bytes + message
    }
}
