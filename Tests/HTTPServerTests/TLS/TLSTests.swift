import Foundation
import TestSupport
import Testing

@testable import HTTPServer

/// The client is Python's, so that both ends are not by the same hand.
@Suite struct TLSTests {
    private static func identity(_ folder: TemporaryFolder) throws -> TLSIdentity {
        try TLSIdentity.makeSelfSigned(
            certificateFile: folder.path + "/cert.pem", keyFile: folder.path + "/key.pem",
            hosts: ["localhost", "127.0.0.1", "::1"])
    }

    private static let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 / 7) }

    private static func run(
        _ body: (TestServer, TLSIdentity) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let identity = try identity(folder)
        let path = try folder.write(bytes, to: "file")
        try await TestServer.run(tls: identity) {
            $0.get("/") { .text("secure \($0.isSecure)") }
            $0.get("/f") { .file(try OpenFile(path: path), contentType: "a/b", for: $0) }
            $0.get("/b") { _ in .bytes(bytes, contentType: "a/b") }
            $0.post("/up", RouteOptions(bodyLimit: 1 << 30, execution: .concurrent)) { request in
                var count = 0
                for try await chunk in request.body { count += chunk.count }
                return .text("\(count)")
            }
            $0.get("/poll") { _ in
                await untilCancelled()
                return .text("late")
            }
        } _: {
            try await body($0, identity)
        }
    }

    /// Runs a Python script with the port and the certificate as arguments;
    /// gives what it printed.
    private static func python(
        _ script: String, _ test: TestServer, _ identity: TLSIdentity
    ) async throws -> String {
        let folder = try TemporaryFolder()
        let path = try folder.write(script.utf8, to: "client.py")
        return try await shell(
            "/usr/bin/python3 \(path) \(test.port) \(identity.certificateFile) 2>&1")
    }

    /// What a command prints. (Foundation's `Process` reads beyond its memory,
    /// which ends a run under AddressSanitizer.)
    private static func shell(_ command: String) async throws -> String {
        try await onThread {
            let pipe = try #require(popen(command, "r"))
            var output: [UInt8] = []
            while case let byte = getc(pipe), byte != EOF { output.append(UInt8(byte)) }
            pclose(pipe)
            return String(decoding: output, as: UTF8.self)
        }
    }

    private static let prelude = """
        import hashlib, http.client, socket, ssl, sys
        port, certificate = int(sys.argv[1]), sys.argv[2]
        context = ssl.create_default_context(cafile=certificate)
        def connection(host="localhost"):
            return http.client.HTTPSConnection(host, port, context=context, timeout=20)

        """

    @Test func requestsBodiesAndFilesGoThrough() async throws {
        try await Self.run { test, identity in
            let script =
                Self.prelude + """
                    for host in ["localhost", "127.0.0.1"]:
                        c = connection(host)
                        for _ in range(3):
                            c.request("GET", "/")
                            print(c.getresponse().read().decode())
                    for path in ["/f", "/b"]:
                        c.request("GET", path)
                        print(hashlib.md5(c.getresponse().read()).hexdigest())
                    c.request("GET", "/f", headers={"Range": "bytes=1000000-2999999"})
                    r = c.getresponse()
                    print(r.status, hashlib.md5(r.read()).hexdigest())
                    c.request("POST", "/up", body=b"x" * 5000000)
                    print(c.getresponse().read().decode())
                    c.request("POST", "/up", body=iter([b"y" * 70000] * 30), encode_chunked=True,
                              headers={"Transfer-Encoding": "chunked"})
                    print(c.getresponse().read().decode())
                    """
            let output = try await Self.python(script, test, identity)
            let lines = output.split(separator: "\n").map(String.init)
            #expect(lines.prefix(6).allSatisfy { $0 == "secure true" }, "\(output)")
            try #require(lines.count == 11, "\(output)")
            #expect(lines[6] == lines[7])
            #expect(lines[8].hasPrefix("206 "))
            #expect(lines[9] == "5000000")
            #expect(lines[10] == "2100000")
            let folder = try TemporaryFolder()
            try folder.write(Self.bytes, to: "whole")
            try folder.write(Self.bytes[1_000_000...], to: "part")
            #expect(try await md5(folder.path + "/whole") == lines[6])
            #expect(try await md5(folder.path + "/part") == lines[8].dropFirst(4))
        }
    }

    private func md5(_ path: String) async throws -> String {
        String(try await Self.shell("md5sum \(path)").prefix(32))
    }

    @Test func oldVersionsAndOtherProtocolsAreRefused() async throws {
        try await Self.run { test, identity in
            let script =
                Self.prelude + """
                    import warnings
                    warnings.simplefilter("ignore")
                    def attempt(low, high, protocols):
                        context = ssl.create_default_context(cafile=certificate)
                        context.set_ciphers("DEFAULT:@SECLEVEL=0")
                        context.minimum_version, context.maximum_version = low, high
                        if protocols: context.set_alpn_protocols(protocols)
                        try:
                            with socket.create_connection(("127.0.0.1", port), timeout=20) as s:
                                with context.wrap_socket(s, server_hostname="localhost") as t:
                                    t.sendall(b"GET / HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n")
                                    return t.version(), t.selected_alpn_protocol(), t.recv(12)
                        except (ssl.SSLError, OSError):
                            return "refused"
                    v = ssl.TLSVersion
                    print(attempt(v.TLSv1_3, v.TLSv1_3, None))
                    print(attempt(v.TLSv1_2, v.TLSv1_2, ["h2", "http/1.1"]))
                    print(attempt(v.TLSv1, v.TLSv1_1, None))
                    print(attempt(v.TLSv1_3, v.TLSv1_3, ["h2"]))
                    """
            let output = try await Self.python(script, test, identity)
            #expect(
                output == """
                    ('TLSv1.3', None, b'HTTP/1.1 200')
                    ('TLSv1.2', 'http/1.1', b'HTTP/1.1 200')
                    refused
                    refused

                    """)
        }
    }

    @Test func clientsThatVanishWhileParkedAreLetGo() async throws {
        try await Self.run { test, identity in
            let script =
                Self.prelude + """
                    all = []
                    for n in range(20):
                        s = socket.create_connection(("127.0.0.1", port))
                        t = context.wrap_socket(s, server_hostname="localhost")
                        t.sendall(b"GET /poll HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n")
                        all.append(t)
                    for n, t in enumerate(all):
                        if n % 2 == 0: t.close()
                        else: t.shutdown(socket.SHUT_RDWR)
                    """
            let output = try await Self.python(script, test, identity)
            #expect(output == "")
            try await test.until("all came and went") {
                $0.connectionsAccepted == 20 && $0.connections == 0 && $0.activeRequests == 0
            }
        }
    }

    @Test func handshakeThatDoesNotCompleteIsCut() async throws {
        try await Self.run { test, _ in
            let port = test.port
            let silent = try await onThread { Handed(try RawClient(port: port)) }
            try await test.until("it is accepted") { $0.connections == 1 }
            let (clock, server) = (test.clock, test.server)
            try await eventually("it is cut") {
                clock.advance(by: .seconds(10))
                return server.statistics.connections == 0
            }
            #expect(test.server.statistics.timeouts == 1)
            withExtendedLifetime(silent) {}
        }
    }

    @Test func plainRequestAndNoiseOnAnEncryptedPortAreCut() async throws {
        try await Self.run { test, _ in
            let port = test.port
            try await onThread {
                for text in [
                    "GET / HTTP/1.1\r\nHost: x\r\n\r\n", "\u{16}\u{3}\u{1}\u{0}\u{5}hello",
                ] {
                    let client = try RawClient(port: port)
                    client.send(text)
                    let answer = String(decoding: try client.readToEnd(), as: UTF8.self)
                    #expect(!answer.contains("HTTP"))
                }
            }
            try await test.until("all is let go") { $0.connections == 0 }
            #expect(test.server.statistics.requests == 0)
        }
    }

    @Test func keyIsForItsOwnerOnlyAndTheFingerprintIsTheCertificates() throws {
        let folder = try TemporaryFolder()
        let identity = try Self.identity(folder)
        let key = try FileManager.default.attributesOfItem(atPath: identity.keyFile)
        #expect(key[.posixPermissions] as? Int == 0o600)
        let fingerprint = try identity.fingerprint()
        #expect(fingerprint.count == 32 * 3 - 1)
        let second = try Self.identity(folder)
        #expect(try second.fingerprint() != fingerprint)
    }

    @Test func unusableIdentityIsATypedError() async throws {
        let folder = try TemporaryFolder()
        let identity = try Self.identity(folder)
        let other = try TLSIdentity.makeSelfSigned(
            certificateFile: folder.path + "/c2.pem", keyFile: folder.path + "/k2.pem",
            hosts: ["other"])
        let noise = try folder.write(Array("noise".utf8), to: "noise.pem")
        for broken in [
            TLSIdentity(certificateFile: identity.certificateFile, keyFile: other.keyFile),
            TLSIdentity(certificateFile: noise, keyFile: identity.keyFile),
            TLSIdentity(certificateFile: identity.certificateFile, keyFile: noise),
            TLSIdentity(certificateFile: folder.path + "/no", keyFile: identity.keyFile),
        ] {
            let server = HTTPServer(
                ServerConfiguration(
                    listeners: [.init(SocketAddress(.loopback, port: 0), tls: broken)]),
                router: Router())
            await #expect(throws: HTTPServerError.self) { try await server.start() }
        }
        #expect(throws: HTTPServerError.self) {
            try TLSIdentity(certificateFile: noise, keyFile: "").fingerprint()
        }
        #expect(throws: HTTPServerError.self) {
            try TLSIdentity.makeSelfSigned(
                certificateFile: folder.path + "/no/c", keyFile: folder.path + "/no/k", hosts: ["x"]
            )
        }
    }
}
