import Foundation

/// rclone's uploads to a server of ours. Its host names are built in: it goes
/// through a proxy of this machine, and asks for TLS.
struct RcloneUpload {
    let folder: String
    let served: ServedFolder

    /// The options of a server that rclone and the library believe.
    static func makeCertificate(in folder: String) throws -> (options: [String], file: String) {
        let (certificate, key) = (folder + "/server.pem", folder + "/server.key")
        let names = ["api", "content", "notify"].map { "DNS:\($0).dropboxapi.com" }
        try run(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                "-nodes", "-days", "2", "-keyout", key, "-out", certificate, "-subj",
                "/CN=localhost", "-addext",
                "subjectAltName=DNS:localhost,IP:127.0.0.1,DNS:www.dropbox.com,"
                    + names.joined(separator: ","),
            ])
        return (["--tls-cert", certificate, "--tls-key", key], certificate)
    }

    /// - Returns: seconds that it took to send all files of a folder.
    func seconds(_ pictures: String, transfers: Int, certificate: String) throws -> Double {
        let proxy = try ConnectProxy(to: served.port)
        defer { proxy.stop() }
        let configuration = folder + "/rclone.conf"
        try Data(
            """
            [ours]
            type = dropbox
            client_id = bench
            token = {"access_token":"\(served.token)","token_type":"bearer",\
            "refresh_token":"none","expiry":"2100-01-01T00:00:00Z"}

            """.utf8
        ).write(to: URL(fileURLWithPath: configuration))
        let clock = ContinuousClock()
        let start = clock.now
        try Self.run(
            "/usr/bin/rclone",
            ["copy", pictures, "ours:rclone", "--transfers", "\(transfers)", "--retries", "1"],
            [
                "HTTPS_PROXY": "http://127.0.0.1:\(proxy.port)", "SSL_CERT_FILE": certificate,
                "RCLONE_CONFIG": configuration,
            ])
        return (clock.now - start) / .seconds(1)
    }

    private static func run(
        _ program: String, _ arguments: [String], _ environment: [String: String] = [:]
    ) throws {
        guard FileManager.default.isExecutableFile(atPath: program) else {
            throw BenchmarkError("\(program) is not installed")
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let text = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw BenchmarkError("\(program): \(String(decoding: text, as: UTF8.self))")
        }
    }
}
