import DecoderProtocol
import Glibc

/// The decoder's end of the conversation: takes requests from a socket, one
/// after another, and answers them in their order.
public struct DecoderService {
    /// Where the pool puts the socket.
    public static let socketDescriptor: Int32 = 3

    private let socket: Int32

    public init(socket: Int32) {
        self.socket = socket
    }

    /// Whether there is a socket to talk on.
    public var isConnected: Bool {
        var status = stat()
        return fstat(socket, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }

    /// Works until the other end closes.
    /// - Returns: the process's exit status; not 0 when it could not start.
    public func run() -> Int32 {
        let decoder: Decoder
        do throws(DecodingFailure) {
            decoder = try Decoder()
        } catch {
            send(.failure(error), number: 0)
            return EX_UNAVAILABLE
        }
        ProcessLimits.forbidOutsideWorld()
        guard send(.ready(protocolVersion: DecoderReply.protocolVersion), number: 0) else {
            return EX_OK
        }
        var requests = RequestStream(socket: socket)
        while let (request, number, file) = requests.next() {
            defer { if file >= 0 { close(file) } }
            ProcessLimits.renewProcessorTime()
            guard send(decoder.reply(to: request, file: file), number: number) else { break }
        }
        return EX_OK
    }

    @discardableResult
    private func send(_ reply: DecoderReply, number: UInt32) -> Bool {
        let frame = FrameHeader.frame(reply.message, number: number)
        var sent = 0
        while sent < frame.count {
            let count = frame.withUnsafeBytes {
                Glibc.send(
                    socket, $0.baseAddress?.advanced(by: sent), frame.count - sent,
                    Int32(MSG_NOSIGNAL))
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }
}
