import Foundation

/// Where a server is: scheme, host and port, and nothing behind them.
public struct ServerAddress: Hashable, Sendable, Codable {
    /// Without a slash at its end.
    public let url: String

    /// Takes `https://photos.example:8443`, and `http://` for this machine
    /// only: a password sent in the clear is anybody's. `https` is assumed
    /// where the scheme is missing.
    public init(_ text: String) throws(ServerProblem) {
        let full = text.contains("://") ? text : "https://" + text
        guard let parts = URLComponents(string: full), let scheme = parts.scheme?.lowercased(),
            let host = parts.host?.lowercased(), !host.isEmpty, parts.user == nil,
            parts.password == nil, parts.query == nil, parts.fragment == nil,
            parts.path.isEmpty || parts.path == "/"
        else { throw .badAddress(text, reason: "give it as https://HOST or https://HOST:PORT") }
        switch scheme {
        case "https": break
        case "http":
            guard ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host) else {
                throw .badAddress(
                    text, reason: "without https anybody on the way can read your password")
            }
        default: throw .badAddress(text, reason: "only https is spoken")
        }
        let bracketed = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        url = "\(scheme)://\(bracketed)" + (parts.port.map { ":\($0)" } ?? "")
    }
}

extension ServerAddress: CustomStringConvertible {
    public var description: String { url }
}
