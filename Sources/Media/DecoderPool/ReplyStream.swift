import DecoderProtocol
import Glibc

/// Cuts what comes from a worker's socket into replies.
///
/// Holds at most one reply (`FrameHeader.replyCapacity`) and what one read
/// brings beyond it.
struct ReplyStream {
    private var bytes: [UInt8] = []
    /// Where the next reply begins.
    private var start = 0

    private static let readSize = 64 * 1024

    enum Fill {
        case filled, empty, closed
    }

    /// The next reply and its number; nil when it is not all there yet.
    mutating func next() throws(ProtocolError) -> (DecoderReply, UInt32)? {
        let headerEnd = start + FrameHeader.byteCount
        guard bytes.count >= headerEnd else { return nil }
        let header = try FrameHeader(
            Array(bytes[start..<headerEnd]), limit: FrameHeader.replyCapacity)
        guard bytes.count - headerEnd >= header.length else { return nil }
        let end = headerEnd + header.length
        let reply = try DecoderReply(message: Array(bytes[headerEnd..<end]))
        start = end
        if start == bytes.count {
            bytes.removeAll(keepingCapacity: bytes.capacity <= 4 * Self.readSize)
            start = 0
        }
        return (reply, header.number)
    }

    /// Reads what is there, without waiting.
    mutating func fill(from socket: Int32) -> Fill {
        if start > Self.readSize {
            bytes.removeSubrange(..<start)
            start = 0
        }
        while true {
            let (got, code) = withUnsafeTemporaryAllocation(
                byteCount: Self.readSize, alignment: 1
            ) { buffer in
                let got = recv(socket, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
                let code = errno
                if got > 0 { bytes.append(contentsOf: buffer[..<got]) }
                return (got, code)
            }
            if got > 0 { return .filled }
            if got < 0 && code == EINTR { continue }
            return got < 0 && (code == EAGAIN || code == EWOULDBLOCK) ? .empty : .closed
        }
    }
}
