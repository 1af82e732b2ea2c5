internal import COpenSSL

/// What all encrypted connections of a listener share: certificate, key and
/// settings.
// Sendable: an SSL_CTX is counted and locked by OpenSSL itself, and is not
// changed after `init`.
final class TLSContext: @unchecked Sendable {
    private let context: OpaquePointer

    /// Reads the files. TLS 1.2 or newer, no renegotiation, no compression;
    /// buffers are given back while a connection rests.
    init(_ identity: TLSIdentity) throws(HTTPServerError) {
        ERR_clear_error()
        guard let context = SSL_CTX_new(TLS_server_method()) else {
            throw .badIdentity(file: identity.certificateFile, reason: OpenSSLError.next())
        }
        self.context = context
        carousel_ssl_configure(context)
        SSL_CTX_set_alpn_select_cb(context, Self.selectProtocol, nil)
        guard SSL_CTX_use_certificate_chain_file(context, identity.certificateFile) == 1 else {
            throw .badIdentity(file: identity.certificateFile, reason: OpenSSLError.next())
        }
        guard SSL_CTX_use_PrivateKey_file(context, identity.keyFile, SSL_FILETYPE_PEM) == 1,
            SSL_CTX_check_private_key(context) == 1
        else {
            throw .badIdentity(file: identity.keyFile, reason: OpenSSLError.next())
        }
    }

    deinit { SSL_CTX_free(context) }

    /// A session of its own for one connection.
    func makeSession() -> OpaquePointer? {
        SSL_new(context)
    }

    /// Takes HTTP/1.1 out of what a client offers; a client that offers
    /// other protocols only is refused.
    private static let selectProtocol: SSL_CTX_alpn_select_cb_func = {
        _, chosen, chosenCount, offered, offeredCount, _ in
        let known: StaticString = "\u{8}http/1.1"
        let outcome = chosen?.withMemoryRebound(to: UnsafeMutablePointer<UInt8>?.self, capacity: 1)
        {
            SSL_select_next_proto(
                $0, chosenCount, known.utf8Start, UInt32(known.utf8CodeUnitCount), offered,
                offeredCount)
        }
        return outcome == OPENSSL_NPN_NEGOTIATED
            ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL
    }
}
