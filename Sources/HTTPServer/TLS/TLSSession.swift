internal import COpenSSL

/// The encryption of one connection.
///
/// Confined to its loop. OpenSSL's error queue belongs to the thread, so it
/// is cleared before each call.
final class TLSSession {
    /// How far the handshake is.
    enum Handshake {
        case done
        case needsReadable
        case needsWritable
        case failed
    }

    private let session: OpaquePointer

    /// Nil when there is no memory for it.
    init?(_ context: TLSContext, descriptor: Int32) {
        guard let session = context.makeSession() else { return nil }
        self.session = session
        guard SSL_set_fd(session, descriptor) == 1 else { return nil }
        SSL_set_accept_state(session)
    }

    deinit { SSL_free(session) }

    func handshake() -> Handshake {
        ERR_clear_error()
        let result = SSL_do_handshake(session)
        if result == 1 { return .done }
        switch SSL_get_error(session, result) {
        case SSL_ERROR_WANT_READ: return .needsReadable
        case SSL_ERROR_WANT_WRITE: return .needsWritable
        default: return .failed
        }
    }

    /// Whether decrypted bytes wait here.
    var hasPendingInput: Bool { SSL_pending(session) > 0 }

    func receive(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Transport.Received {
        ERR_clear_error()
        let count = SSL_read(session, buffer.baseAddress, Int32(clamping: buffer.count))
        if count > 0 { return .bytes(Int(count)) }
        switch SSL_get_error(session, count) {
        // Without renegotiation a read waits for nothing but reading; an
        // answer to a key update goes out with the next write.
        case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return .nothing
        case SSL_ERROR_ZERO_RETURN: return .ended
        default: return .failed
        }
    }

    func send(_ bytes: UnsafeRawBufferPointer) -> Transport.Sent {
        ERR_clear_error()
        let count = SSL_write(session, bytes.baseAddress, Int32(clamping: bytes.count))
        if count > 0 { return .bytes(Int(count)) }
        return SSL_get_error(session, count) == SSL_ERROR_WANT_WRITE ? .blocked : .failed
    }

    /// Tells the other side that nothing more comes, if there is room.
    func sendCloseNotify() {
        guard SSL_in_init(session) == 0 else { return }
        ERR_clear_error()
        SSL_shutdown(session)
    }
}
