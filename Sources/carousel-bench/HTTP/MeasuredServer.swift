import CCrypto
import CommandLineKit
import Foundation
import Glibc
import HTTPServer

/// The server that is measured, in a process of its own.
enum MeasuredServer {
    /// What small requests are answered with.
    static let smallAnswer = Array(
        #"{".tag":"file","name":"IMG_0001.JPG","id":"id:a4ayc_80_OEAAAAAAAAAXw","rev":"0161"}"#.utf8
    )
    static let largeFileSize = 120 << 20

    /// Writes what the server and nginx serve.
    static func writeFiles(to folder: String) throws {
        try Data(smallAnswer).write(to: URL(fileURLWithPath: folder + "/small"))
        let path = folder + "/large"
        try Data().write(to: URL(fileURLWithPath: path))
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        let block = Data((0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 9) })
        for _ in 0..<largeFileSize >> 20 { try file.write(contentsOf: block) }
        try file.close()
        _ = try TLSIdentity.makeSelfSigned(
            certificateFile: folder + "/cert.pem", keyFile: folder + "/key.pem",
            hosts: ["localhost"])
    }

    /// Prints the two ports, plain and encrypted, and serves until the
    /// standard input ends.
    static func run(_ folder: String) async throws {
        try DescriptorLimit.raise()
        let place = SocketAddress(.loopback, port: 0)
        let identity = TLSIdentity(
            certificateFile: folder + "/cert.pem", keyFile: folder + "/key.pem")
        var configuration = ServerConfiguration(
            listeners: [.init(place), .init(place, tls: identity)])
        configuration.limits.connections = 20_000
        configuration.limits.activeRequests = 20_000
        configuration.limits.idleTime = .seconds(600)
        let server = HTTPServer(configuration, router: router(folder))
        try await server.start()
        Terminal.standardOutput.write(
            server.addresses.map { "\($0.port)" }.joined(separator: " ") + "\n")
        await Task.detached { while getchar() != EOF {} }.value
        await server.shutDown(within: .seconds(1))
    }

    private static func router(_ folder: String) -> Router {
        var router = Router()
        let parked = ParkedHandlers()
        router.get("/small") { _ in .bytes(smallAnswer, contentType: "application/json") }
        router.post("/rpc") { request in
            let argument = try await request.body.collect(upTo: 1 << 20)
            guard argument.first == UInt8(ascii: "{") else {
                throw RequestFailure(.badRequest, "The argument is no object.")
            }
            return .bytes(smallAnswer, contentType: "application/json")
        }
        router.get("/poll") { request in
            request.cancelHandler(after: .seconds(480))
            await parked.wait()
            return .bytes(Array(#"{"changes":true}"#.utf8), contentType: "application/json")
        }
        router.get("/parked") { _ in .text("\(parked.count)") }
        router.post("/wake") { _ in .text("\(parked.wakeAll())") }
        router.put("/upload", RouteOptions(bodyLimit: 8 << 30, execution: .concurrent)) { request in
            guard let context = EVP_MD_CTX_new() else {
                throw RequestFailure(.serviceUnavailable, "There is no memory.")
            }
            defer { EVP_MD_CTX_free(context) }
            EVP_DigestInit_ex(context, EVP_sha256(), nil)
            for try await chunk in request.body {
                EVP_DigestUpdate(context, chunk, chunk.count)
            }
            var digest = [UInt8](repeating: 0, count: 32)
            EVP_DigestFinal_ex(context, &digest, nil)
            return .bytes(digest, contentType: "application/octet-stream")
        }
        router.get("/large") { request in
            .file(
                try OpenFile(path: folder + "/large"), contentType: "application/octet-stream",
                tag: EntityTag("large"), for: request)
        }
        return router
    }
}
