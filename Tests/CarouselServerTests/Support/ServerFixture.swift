import DropboxAPI
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CarouselServer

/// A whole server in this process, on a port of its own, with a clock that
/// the test moves.
final class ServerFixture: Sendable {
    let folder: TemporaryFolder
    let server: CarouselServer
    let book: AccountBook
    let port: UInt16
    /// Tokens of two users.
    let ada: String
    let bob: String
    private let clock: Clock

    final class Clock: Sendable {
        let seconds = Mutex<Int64>(1_700_000_000)
    }

    private init(
        _ folder: TemporaryFolder, _ server: CarouselServer, _ book: AccountBook, _ port: UInt16,
        _ ada: String, _ bob: String, _ clock: Clock
    ) {
        self.folder = folder
        self.server = server
        self.book = book
        self.port = port
        self.ada = ada
        self.bob = bob
        self.clock = clock
    }

    /// Threads for tests, which wait for answers: Swift's own are the
    /// server's.
    static let threads: BlockingThreads = {
        // Fails only where no thread can be had at all.
        try! BlockingThreads("tests", count: 8)
    }()

    /// Runs a test on a server of its own.
    /// - Parameter change: of the settings, before the start.
    static func run(
        quota: Int64 = 1 << 40,
        _ change: @Sendable (inout ServerSettings, Surroundings) -> Void = { _, _ in },
        _ body: @Sendable (ServerFixture) async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(threads) {
            let server = try await start(quota: quota, change)
            do {
                try await body(server)
            } catch {
                await server.stop()
                throw error
            }
            await server.stop()
        }
    }

    private static func start(
        quota: Int64, _ change: (inout ServerSettings, Surroundings) -> Void
    ) async throws -> ServerFixture {
        let folder = try TemporaryFolder("server")
        let clock = Clock()
        let random = Mutex(SystemRandomNumberGenerator())
        let surroundings = Surroundings(
            secondsSince1970: { clock.seconds.withLock { $0 } },
            randomBytes: { count in
                random.withLock { generator in (0..<count).map { _ in generator.next() } }
            })
        let data = folder.path + "/data"
        try ServerFolder.create(at: data)
        let book = try AccountBook(directory: data, surroundings: surroundings)
        var settings = ServerSettings(listen: ["127.0.0.1:0"], encryption: .none)
        change(&settings, surroundings)
        let log = try Log(to: -1, surroundings: surroundings)
        let server = try await CarouselServer(
            directory: data, settings: settings, surroundings: surroundings, log: log)
        try await server.start()
        var tokens: [String] = []
        for (login, name) in [("ada", "Ada"), ("bob", "Bob")] {
            try book.addUser(
                login: login, displayName: name, password: "correct horse", quota: quota)
            tokens.append(
                try book.issueToken(
                    for: login, app: "test", scopes: #require(ScopeList(nil)), lifetime: nil,
                    withRefresh: false
                ).access)
        }
        let port = try #require(
            server.addresses.first?.split(separator: ":").last.flatMap { UInt16($0) })
        return ServerFixture(folder, server, book, port, tokens[0], tokens[1], clock)
    }

    var data: String { folder.path + "/data" }

    func pass(seconds: Int64) { clock.seconds.withLock { $0 += seconds } }

    /// Days pass, and the server has found that they are not the clock's
    /// mistake.
    func passDays(_ days: Int64) async {
        pass(seconds: days * 86_400)
        await server.tidy()
        pass(seconds: 3600)
    }

    func stop() async { await server.shutDown(within: .seconds(5)) }

    /// Calls a route with JSON both ways.
    func rpc(
        _ route: String, _ argument: String, token: String? = nil,
        headers: [(String, String)] = []
    ) throws -> RawAnswer {
        try RawClient(port: port).call(
            "POST", "/2/" + route,
            [("Authorization", "Bearer " + (token ?? ada)), ("Content-Type", "application/json")]
                + headers, Array(argument.utf8))
    }

    /// Calls a route with the argument in the header and bytes in the body.
    func upload(
        _ route: String, _ argument: String, _ body: [UInt8] = [], token: String? = nil
    ) throws -> RawAnswer {
        try RawClient(port: port).call(
            "POST", "/2/" + route,
            [
                ("Authorization", "Bearer " + (token ?? ada)),
                ("Content-Type", "application/octet-stream"), ("Dropbox-API-Arg", argument),
            ], body)
    }

    /// Uploads a small file.
    @discardableResult
    func put(_ text: String, at path: String, token: String? = nil) throws -> RawAnswer {
        try upload(
            "files/upload", #"{"path":"\#(path)","mode":"overwrite"}"#, Array(text.utf8),
            token: token)
    }
}
