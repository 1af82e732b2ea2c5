import HTTPServer
public import Photos

/// How a server runs.
public struct ServerSettings: Sendable {
    /// Whether connections are encrypted here.
    public enum Encryption: Hashable, Sendable {
        case none
        /// With a certificate and its key, in PEM files.
        case files(certificate: String, key: String)
        /// With one that the server makes for itself and keeps in its folder.
        case selfSigned
    }

    /// Addresses such as `127.0.0.1:8443` or `[::]:443`; port 0 is any.
    public var listen: [String]
    public var encryption: Encryption
    /// Whether plain HTTP is allowed beyond this machine.
    public var allowsPlainHTTP = false
    /// Where people reach it, when that is not what requests say: behind a
    /// proxy.
    public var publicURL: String?
    /// Addresses of proxies whose `X-Forwarded-For` is believed.
    public var trustedProxies: [String] = []
    /// Threads that serve connections.
    public var eventLoops = 2
    /// Bytes of the disk that uploads leave free.
    public var diskReserve: Int64 = 256 << 20
    public var rules = ServerRules()
    public var faults = FaultPlan.none
    /// Where `carousel-decoder` is, which reads photos; nil leaves all of them
    /// unread.
    public var decoder: FilePath?
    /// Processes that read photos.
    public var decoders = 1
    /// Whether every request is logged.
    public var logsRequests = false

    public init(listen: [String], encryption: Encryption) {
        self.listen = listen
        self.encryption = encryption
    }
}

extension ServerSettings {
    /// - Throws: when an address makes no sense or would be unsafe.
    func listeners(
        directory: String
    ) throws(ServerError) -> [ServerConfiguration.Listener] {
        var addresses: [SocketAddress] = []
        for text in listen {
            guard let address = SocketAddress(text) else {
                throw .failed("'\(text)' is no address to listen at; write 127.0.0.1:8443")
            }
            guard encryption != .none || allowsPlainHTTP || address.address.isLoopback else {
                throw .failed(
                    "\(text) can be reached from elsewhere, and nothing would be encrypted: "
                        + "use --tls-cert and --tls-key, --self-signed, or --allow-plain-http "
                        + "behind a proxy of your own")
            }
            addresses.append(address)
        }
        let identity = try identity(directory: directory, addresses: addresses)
        return addresses.map { ServerConfiguration.Listener($0, tls: identity) }
    }

    /// Addresses of the trusted proxies. - Throws: when one is none.
    func proxies() throws(ServerError) -> Set<IPAddress> {
        var proxies: Set<IPAddress> = []
        for text in trustedProxies {
            guard let address = IPAddress(text) else {
                throw .failed("'\(text)' is no address of a proxy")
            }
            proxies.insert(address)
        }
        return proxies
    }

    private func identity(
        directory: String, addresses: [SocketAddress]
    ) throws(ServerError) -> TLSIdentity? {
        switch encryption {
        case .none: return nil
        case .files(let certificate, let key):
            return TLSIdentity(certificateFile: certificate, keyFile: key)
        case .selfSigned:
            let folder = "\(directory)/tls"
            let (certificate, key) = ("\(folder)/self-signed.pem", "\(folder)/self-signed.key")
            if FileSystem.exists(certificate), FileSystem.exists(key) {
                return TLSIdentity(certificateFile: certificate, keyFile: key)
            }
            try FileSystem.makeFolder(folder)
            let hosts = ["localhost", "127.0.0.1", "::1"] + addresses.map { "\($0.address)" }
            do throws(HTTPServerError) {
                return try TLSIdentity.makeSelfSigned(
                    certificateFile: certificate, keyFile: key,
                    hosts: Array(Set(hosts + [FileSystem.hostName()])).sorted())
            } catch {
                throw .failed(error.words)
            }
        }
    }

    /// The fingerprint of the certificate that the server shows, for people
    /// to compare; nil without one.
    public func fingerprint(directory: String) throws(ServerError) -> String? {
        guard encryption != .none else { return nil }
        let identity = try identity(directory: directory, addresses: [])
        do throws(HTTPServerError) {
            return try identity?.fingerprint()
        } catch {
            throw .failed(error.words)
        }
    }
}

extension HTTPServerError {
    /// For the person who starts the server.
    var words: String {
        switch self {
        case .cannotListen(let address, let errno):
            "cannot listen at \(address): \(FileSystem.words(for: errno))"
        case .systemRefused(let what, let errno):
            "the system refused \(what): \(FileSystem.words(for: errno))"
        case .badIdentity(let file, let reason):
            "\(file) is no certificate or key that can be used: \(reason)"
        case .file(let path, let errno):
            "cannot open or write \(path): \(FileSystem.words(for: errno))"
        }
    }
}
