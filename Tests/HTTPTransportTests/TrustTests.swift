import HTTPServer
import HTTPTransport
import TestSupport
import Testing

/// Which servers are believed.
struct TrustTests {
    @Test func onlyTheChosenAuthorityIsTrusted() async throws {
        let folder = try TemporaryFolder()
        let identity = try TLSIdentity.makeSelfSigned(
            certificateFile: folder.path + "/cert.pem", keyFile: folder.path + "/key.pem",
            hosts: ["localhost", "127.0.0.1"])
        let other = try TLSIdentity.makeSelfSigned(
            certificateFile: folder.path + "/other.pem", keyFile: folder.path + "/other-key.pem",
            hosts: ["localhost", "127.0.0.1"])
        try await TestServer.run(tls: identity) { router in
            router.get("/") { _ in .text("hello") }
        } _: { server in
            let url = server.url("/", scheme: "https")
            let trusting = try transport {
                $0.trust = .certificates(file: identity.certificateFile)
            }
            let (head, body) = try await trusting.send(OutgoingRequest(.get, url), upTo: 100)
            #expect(head.status == 200)
            #expect(String(decoding: body, as: UTF8.self) == "hello")

            for trust in [
                TransportConfiguration.Trust.system,
                .certificates(file: other.certificateFile),
                .certificates(file: folder.path + "/missing.pem"),
            ] {
                await #expect {
                    try await transport { $0.trust = trust }
                        .send(OutgoingRequest(.get, url), upTo: 100)
                } throws: {
                    if case .notTrusted = $0 as? TransportError { true } else { false }
                }
            }
        }
    }

    @Test func aCertificateOfAnotherHostIsRefused() async throws {
        let folder = try TemporaryFolder()
        let identity = try TLSIdentity.makeSelfSigned(
            certificateFile: folder.path + "/cert.pem", keyFile: folder.path + "/key.pem",
            hosts: ["photos.example"])
        try await TestServer.run(tls: identity) { router in
            router.get("/") { _ in .text("hello") }
        } _: { server in
            let transport = try transport {
                $0.trust = .certificates(file: identity.certificateFile)
            }
            await #expect {
                try await transport.send(
                    OutgoingRequest(.get, server.url("/", scheme: "https")), upTo: 100)
            } throws: {
                if case .notTrusted = $0 as? TransportError { true } else { false }
            }
        }
    }

    @Test func largeBodiesPassThroughTLSUnchanged() async throws {
        let folder = try TemporaryFolder()
        let identity = try TLSIdentity.makeSelfSigned(
            certificateFile: folder.path + "/cert.pem", keyFile: folder.path + "/key.pem",
            hosts: ["127.0.0.1"])
        let bytes = (0..<9_000_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
        try await TestServer.run(tls: identity) { router in
            router.post("/", RouteOptions(bodyLimit: 1 << 30)) { request in
                .bytes(try await request.body.collect(upTo: 1 << 30), contentType: "a/b")
            }
        } _: { server in
            let transport = try transport {
                $0.trust = .certificates(file: identity.certificateFile)
            }
            let request = OutgoingRequest(
                .post, server.url("/", scheme: "https"), body: .bytes(bytes))
            let body = try await transport.send(request, upTo: 1 << 30).body
            #expect(body == bytes)
        }
    }
}
