internal import CLinux
internal import Glibc

/// The two directions of a connection, plain or encrypted. Closes the socket
/// when dropped.
///
/// Confined to its loop.
final class Transport {
    /// What receiving gave.
    enum Received {
        case bytes(Int)
        /// Nothing now; wait until readable.
        case nothing
        /// The other side has ended its direction.
        case ended
        case failed
    }

    /// What sending did.
    enum Sent {
        case bytes(Int)
        /// No room; wait until writable.
        case blocked
        case failed
    }

    let descriptor: Int32
    let tls: TLSSession?
    /// Whether the kernel holds back what does not fill a packet.
    private var isCorked = false

    /// Bytes of a file from which on it is sent in full packets. Without them
    /// each page run of the file ends in a small one, which costs a third of
    /// the speed.
    private static let longPiece = 256 << 10

    /// Takes over the socket.
    init(owning descriptor: Int32, tls: TLSSession?) {
        self.descriptor = descriptor
        self.tls = tls
    }

    deinit { close(descriptor) }

    /// Whether received bytes wait where the poller cannot see them.
    var hasHiddenInput: Bool { tls?.hasPendingInput ?? false }

    func receive(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Received {
        if let tls { return tls.receive(into: buffer) }
        let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        if count > 0 { return .bytes(count) }
        if count == 0 { return .ended }
        return errno == EAGAIN || errno == EINTR ? .nothing : .failed
    }

    /// - Parameter more: whether something follows at once.
    func send(_ bytes: UnsafeRawBufferPointer, more: Bool) -> Sent {
        if let tls { return tls.send(bytes) }
        let flags = Int32(MSG_NOSIGNAL) | (more ? Int32(MSG_MORE) : 0)
        return outcome(Glibc.send(descriptor, bytes.baseAddress, bytes.count, flags))
    }

    /// Sends bytes of a file.
    ///
    /// - Parameter scratch: used where the kernel cannot do it alone.
    func send(
        _ file: OpenFile, _ range: Range<Int64>, scratch: UnsafeMutableBufferPointer<UInt8>
    ) -> Sent {
        guard let tls else {
            if !isCorked, range.count >= Self.longPiece { setCorked(true) }
            var offset = off_t(range.lowerBound)
            return outcome(sendfile(descriptor, file.descriptor, &offset, range.count))
        }
        // After a blocked write OpenSSL wants the same bytes again; they are
        // still in the file.
        let count = pread(
            file.descriptor, scratch.baseAddress, min(range.count, scratch.count),
            off_t(range.lowerBound))
        guard count > 0 else { return .failed }
        return tls.send(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(scratch)[..<count]))
    }

    /// All that was to be sent has been handed over: the last of it goes out.
    func allIsHandedOver() {
        if isCorked { setCorked(false) }
    }

    private func setCorked(_ corked: Bool) {
        isCorked = corked
        var value: Int32 = corked ? 1 : 0
        // It can fail only on what is no TCP connection.
        let code = setsockopt(
            descriptor, Int32(IPPROTO_TCP), TCP_CORK, &value, socklen_t(MemoryLayout<Int32>.size))
        assert(code == 0, "setsockopt failed with \(errno)")
    }

    /// Ends our direction.
    func endSending() {
        tls?.sendCloseNotify()
        shutdown(descriptor, Int32(SHUT_WR))
    }

    private func outcome(_ count: Int) -> Sent {
        if count > 0 { return .bytes(count) }
        // Zero is what sendfile says at the end of a file cut short.
        if count == 0 { return .failed }
        return errno == EAGAIN || errno == EINTR ? .blocked : .failed
    }
}
