import CarouselServer
import CommandLineKit
import Glibc

/// `carousel-server serve`.
enum ServeCommand {
    private static let listen = RepeatedOption(
        "listen", "ADDRESS", .text,
        help: "where to listen, as 0.0.0.0:443 (else 127.0.0.1:8443, or :8080 without TLS)")
    private static let certificate = Option(
        "tls-cert", "FILE", .text, help: "certificate with its chain, in PEM form")
    private static let key = Option("tls-key", "FILE", .text, help: "its key, in PEM form")
    private static let selfSigned = Flag(
        "self-signed", help: "make a certificate of its own, and keep it in the folder")
    private static let allowPlain = Flag(
        "allow-plain-http", help: "allow plain HTTP beyond this machine, behind a proxy")
    private static let publicURL = Option(
        "public-url", "URL", .text, help: "where people reach the server, for links")
    private static let proxy = RepeatedOption(
        "trust-proxy", "ADDRESS", .text, help: "a proxy whose X-Forwarded-For is believed")
    private static let loops = Option(
        "threads", "N", .integer(in: 1...64), help: "threads that serve connections (else 2)")
    private static let retention = Option(
        "retention-days", "N", .integer(in: 1...3650),
        help: "how long deleted and replaced contents are kept (else 30)")
    private static let reserve = Option(
        "reserve-mb", "N", .integer(in: 0...1_000_000),
        help: "megabytes of the disk that uploads leave free (else 256)")
    private static let decoders = Option(
        "decoders", "N", .integer(in: 1...64),
        help: "processes that read photos and make thumbnails (else 1)")
    private static let logRequests = Flag("log-requests", help: "log every request")
    private static let faults = Option(
        "faults", "PLAN", .text,
        help: "commit faults on purpose, to try clients on: 429:10,503:5,cut:2,reset:5,"
            + "incorrect_offset:5 (percents), page:1 (entries), slow:250 (milliseconds)")

    static let serve = Command(
        "serve", summary: "serve a folder until SIGTERM or SIGINT",
        discussion: """
            The log goes to standard error, one JSON object a line. /health tells whether the \
            server works, /metrics gives its figures to this machine.
            """,
        [
            ServerCommand.data, listen, certificate, key, selfSigned, allowPlain, publicURL,
            proxy, loops, retention, reserve, decoders, logRequests, faults,
        ]
    ) { arguments in
        do throws(ServerError) {
            try await run(arguments)
            return .succeeded
        } catch {
            ServerCommand.complain("\(error)")
            return .failed
        }
    }

    private static func run(_ arguments: Arguments) async throws(ServerError) {
        let folder = ServerCommand.folder(arguments)
        let settings = try settings(arguments)
        StopSignals.catchAll()
        allowManyDescriptors()
        let log = try Log(to: STDERR_FILENO, surroundings: ServerCommand.surroundings)
        let server = try await CarouselServer(
            directory: folder, settings: settings, surroundings: ServerCommand.surroundings,
            log: log)
        try await server.start()
        for address in server.addresses { ServerCommand.say("Listening at \(address)") }
        if settings.encryption == .selfSigned,
            let fingerprint = try settings.fingerprint(directory: folder)
        {
            ServerCommand.say("Certificate \(fingerprint)")
        }
        if !settings.faults.isEmpty {
            ServerCommand.say("Faults are committed on purpose.")
        }
        let upkeep = Task {
            while !Task.isCancelled {
                await server.tidy()
                try await Task.sleep(for: .seconds(60))
            }
        }
        await StopSignals.wait()
        upkeep.cancel()
        await server.shutDown(within: .seconds(10))
    }

    /// Each connection takes a descriptor: as many as the system allows.
    private static func allowManyDescriptors() {
        var limit = rlimit()
        let kind = __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue))
        guard getrlimit(kind, &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        // Where it cannot be raised the server refuses connections earlier.
        _ = setrlimit(kind, &limit)
    }

    private static func settings(_ arguments: Arguments) throws(ServerError) -> ServerSettings {
        let encryption: ServerSettings.Encryption
        switch (arguments[certificate], arguments[key], arguments[selfSigned]) {
        case (let certificate?, let key?, false):
            encryption = .files(certificate: certificate, key: key)
        case (nil, nil, true): encryption = .selfSigned
        case (nil, nil, false): encryption = .none
        default:
            throw .failed("name --tls-cert and --tls-key together, or --self-signed alone")
        }
        let addresses = arguments[listen]
        let standard = encryption == .none ? "127.0.0.1:8080" : "127.0.0.1:8443"
        var settings = ServerSettings(
            listen: addresses.isEmpty ? [standard] : addresses, encryption: encryption)
        settings.allowsPlainHTTP = arguments[allowPlain]
        settings.publicURL = arguments[publicURL].map {
            $0.hasSuffix("/") ? String($0.dropLast()) : $0
        }
        settings.trustedProxies = arguments[proxy]
        settings.eventLoops = arguments[loops] ?? 2
        if let days = arguments[retention] { settings.rules.retention = Int64(days) * 86_400 }
        if let megabytes = arguments[reserve] { settings.diskReserve = Int64(megabytes) << 20 }
        settings.decoder = CarouselServer.standardDecoder
        settings.decoders = arguments[decoders] ?? 1
        settings.logsRequests = arguments[logRequests]
        if let text = arguments[faults] {
            guard let plan = FaultPlan(text, surroundings: ServerCommand.surroundings) else {
                throw .failed("'\(text)' is no plan of faults; see carousel-server serve --help")
            }
            settings.faults = plan
        }
        return settings
    }
}
