/// An address with a port.
public struct SocketAddress: Sendable, Hashable {
    public var address: IPAddress
    /// Zero to listen on any free port.
    public var port: UInt16

    public init(_ address: IPAddress, port: UInt16) {
        self.address = address
        self.port = port
    }

    /// From text such as `127.0.0.1:8080` or `[::1]:8080`.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"),
            let port = UInt16(text[text.index(after: colon)...])
        else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        guard let address = IPAddress(String(host)) else { return nil }
        self.init(address, port: port)
    }
}

extension SocketAddress: CustomStringConvertible {
    public var description: String {
        address.isV4 ? "\(address):\(port)" : "[\(address)]:\(port)"
    }
}
