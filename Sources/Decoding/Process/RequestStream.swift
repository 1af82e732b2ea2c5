internal import CLinux
import DecoderProtocol
import Glibc

/// Cuts what comes from the pool's socket into requests and the descriptors
/// that came with them.
struct RequestStream {
    private let socket: Int32
    private var bytes: [UInt8] = []
    /// In the order of the requests that carry a file.
    private var descriptors: [Int32] = []

    init(socket: Int32) {
        self.socket = socket
    }

    /// Waits for the next request. The descriptor, negative when there is
    /// none, is the caller's to close. Nil when the other end closed, or sent
    /// what is no request.
    mutating func next() -> (request: DecoderRequest, number: UInt32, file: Int32)? {
        while bytes.count < FrameHeader.byteCount {
            guard receive() else { return nil }
        }
        guard
            let header = try? FrameHeader(
                Array(bytes.prefix(FrameHeader.byteCount)), limit: FrameHeader.requestCapacity)
        else { return nil }
        let end = FrameHeader.byteCount + header.length
        while bytes.count < end {
            guard receive() else { return nil }
        }
        guard
            let request = try? DecoderRequest(
                message: Array(bytes[FrameHeader.byteCount..<end]))
        else { return nil }
        bytes.removeSubrange(..<end)
        guard request.carriesFile else { return (request, header.number, -1) }
        guard !descriptors.isEmpty else { return nil }
        return (request, header.number, descriptors.removeFirst())
    }

    private mutating func receive() -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
            var descriptor: Int32 = -1
            let got = carousel_receive_message(
                socket, buffer.baseAddress, buffer.count, &descriptor)
            if descriptor >= 0 { descriptors.append(descriptor) }
            guard got > 0 else { return false }
            bytes.append(contentsOf: buffer[..<got])
            return true
        }
    }
}
