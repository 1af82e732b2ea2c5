/// Why a server cannot start.
public enum HTTPServerError: Error, Sendable, Equatable {
    /// The address is taken, not ours, or not permitted.
    case cannotListen(SocketAddress, errno: Int32)
    /// The system gave no descriptor or thread.
    case systemRefused(String, errno: Int32)
    /// Certificate or key cannot be used; with OpenSSL's reason.
    case badIdentity(file: String, reason: String)
    /// A file cannot be opened or written.
    case file(String, errno: Int32)
}
