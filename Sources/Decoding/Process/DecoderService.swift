internal import CLinux
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
        while let header = receiveHeader() {
            guard let reply = reply(to: header, by: decoder),
                send(reply, number: header.number)
            else { return EX_PROTOCOL }
        }
        return EX_OK
    }

    /// Nil when what came is no request: the conversation is over.
    private func reply(to header: FrameHeader, by decoder: Decoder) -> DecoderReply? {
        guard let message = receive(header.length),
            let request = try? DecoderRequest(message: message)
        else { return nil }
        var file: Int32 = -1
        if request.carriesFile {
            file = carousel_receive_descriptor(socket)
            guard file >= 0 else { return nil }
        }
        defer { if file >= 0 { close(file) } }
        ProcessLimits.renewProcessorTime()
        return decoder.reply(to: request, file: file)
    }

    private func receiveHeader() -> FrameHeader? {
        receive(FrameHeader.byteCount).flatMap {
            try? FrameHeader($0, limit: FrameHeader.requestCapacity)
        }
    }

    /// Exactly so many bytes; nil when the other end closed before.
    private func receive(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let got = bytes.withUnsafeMutableBytes {
                recv(socket, $0.baseAddress?.advanced(by: filled), count - filled, 0)
            }
            if got < 0 && errno == EINTR { continue }
            guard got > 0 else { return nil }
            filled += got
        }
        return bytes
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
