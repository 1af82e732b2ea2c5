import DropboxAPI
import HTTPServer
import TestSupport
import Testing

@testable import CarouselServer

@Suite struct AccountBookTests {
    private func book(_ folder: TemporaryFolder) throws -> AccountBook {
        try AccountBook(
            directory: folder.path + "/data",
            surroundings: Surroundings(
                secondsSince1970: { 1000 },
                randomBytes: { count in
                    var random = SystemRandomNumberGenerator()
                    return (0..<count).map { _ in random.next() }
                }))
    }

    private func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder("book")
        try ServerFolder.create(at: folder.path + "/data")
        return folder
    }

    @Test func aLoginIsTakenWithoutRegardToCase() throws {
        let folder = try folder()
        let book = try book(folder)
        try book.addUser(login: " Ada ", displayName: nil, password: "12345678", quota: 1)
        #expect(throws: ServerError.self) {
            try book.addUser(login: "ADA", displayName: nil, password: "12345678", quota: 1)
        }
        for login in ["", "a b", "a\u{0}", String(repeating: "a", count: 201)] {
            #expect(throws: ServerError.self) {
                try book.addUser(login: login, displayName: nil, password: "12345678", quota: 1)
            }
        }
        #expect(throws: ServerError.self) {
            try book.addUser(login: "bob", displayName: nil, password: "1234567", quota: 1)
        }
        #expect(try book.users().map(\.login) == ["ada"])
    }

    @Test func anotherProcessesChangesCountAtOnce() throws {
        let folder = try folder()
        let server = try book(folder)
        let program = try book(folder)
        try program.addUser(login: "ada", displayName: nil, password: "12345678", quota: 1)
        let token = try program.issueToken(
            for: "ada", app: "x", scopes: #require(ScopeList(nil)), lifetime: nil,
            withRefresh: false
        ).access
        guard case .valid(let grant) = try server.standing(ofBearer: token) else {
            return #expect(Bool(false), "the token is good")
        }
        #expect(grant.user.login == "ada")
        try program.setPassword("87654321", of: "ada")
        #expect(try server.standing(ofBearer: token) == .unknown)
        #expect(try server.user(named: "ada", password: "87654321")?.login == "ada")
        #expect(try server.user(named: "ada", password: "12345678") == nil)
        try program.removeUser("ada")
        #expect(try server.user(named: "ada", password: "87654321") == nil)
        try program.addUser(login: "ada", displayName: nil, password: "12345678", quota: 1)
        #expect(try program.users()[0].account != grant.user.account)
    }

    @Test func neitherPasswordsNorTokensAreKept() throws {
        let folder = try folder()
        let book = try book(folder)
        try book.addUser(login: "ada", displayName: nil, password: "plain as day", quota: 1)
        let token = try book.issueToken(
            for: "ada", app: "x", scopes: #require(ScopeList(nil)), lifetime: nil,
            withRefresh: true)
        let texts = ["plain as day", token.access, try #require(token.refresh)]
        let directory = try DataDirectory.open(at: folder.path + "/data")
        let kept = try directory.openAccounts(forWriting: false)
            .text("SELECT password FROM users")
        #expect(kept?.hasPrefix("$argon2id$") == true)
        for name in try FileSystem.names(in: folder.path + "/data") {
            guard let content = try? FileSystem.text(of: folder.path + "/data/" + name) else {
                continue
            }
            for text in texts { #expect(!content.contains(text), "\(name)") }
        }
    }

    @Test func inventedNamesPushOutNoneThatIsGuessedAt() {
        var limiter = LoginLimiter(failures: 3, window: 60, capacity: 10)
        let start = Timestamp(seconds: 0)
        for _ in 0..<3 { limiter.recordFailure("ada", at: start) }
        for number in 0..<1000 {
            limiter.recordFailure("n\(number)", at: Timestamp(seconds: 1))
        }
        #expect(limiter.wait("ada", at: Timestamp(seconds: 1)) == 59)
    }

    @Test func whoFindsTheDeskFullIsSentAway() async throws {
        let desk = try PasswordDesk(
            Surroundings(secondsSince1970: { 1000 }, randomBytes: { _ in [] }))
        let gate = BlockingQueue<Void>()
        await withTaskGroup(of: Bool.self) { group in
            for number in 0...PasswordDesk.places {
                group.addTask {
                    let outcome = try? await desk.check(name: "\(number)", address: "\(number)") {
                        _ = gate.take(upTo: 1)
                        return true
                    }
                    if case .wait = outcome { return true }
                    return false
                }
            }
            // All others hold their places until one was sent away.
            #expect(await group.next() == true)
            gate.close()
            for await isSentAway in group { #expect(!isSentAway) }
        }
        guard case .right = try await desk.check(name: "a", address: "a", { true }) else {
            return #expect(Bool(false), "there is a place again")
        }
    }

    @Test func aNetworkOfIPv6IsOneAddress() throws {
        let network = try #require(IPAddress("2001:db8:1:2::"))
        #expect(IPAddress("2001:db8:1:2:3:4:5:6")?.network == network)
        #expect(IPAddress("2001:db8:1:3::1")?.network != network)
        #expect(IPAddress("192.0.2.1")?.network == IPAddress("192.0.2.1"))
    }

    @Test func aGuessedCodeWaitsForNobodyWhoWrites() async throws {
        let folder = try folder()
        let book = try book(folder)
        let directory = try DataDirectory.open(at: folder.path + "/data")
        let writer = try directory.openAccounts(forWriting: true)
        try writer.begin(.writing)
        guard case .failure(.invalidGrant) = try await book.takeCode("guess", family: [1]) else {
            return #expect(Bool(false), "the code was never given")
        }
        writer.rollback()
    }

    @Test func aTokenForOneLeavesThoseOfOthersInMemory() async throws {
        let folder = try folder()
        let book = try book(folder)
        var texts: [String] = []
        for login in ["ada", "bob"] {
            try book.addUser(login: login, displayName: nil, password: "12345678", quota: 1)
        }
        for login in ["ada", "bob"] {
            texts.append(
                try book.issueToken(
                    for: login, app: "x", scopes: #require(ScopeList(nil)), lifetime: nil,
                    withRefresh: false
                ).access)
            guard case .valid = try book.standing(ofBearer: texts[texts.count - 1]) else {
                return #expect(Bool(false), "the token is good")
            }
        }
        func known() -> Set<String> { book.shelf.withLock { Set($0.grants.keys) } }
        #expect(known() == Set(texts))
        guard case .valid(let grant) = try book.standing(ofBearer: texts[0]) else {
            return #expect(Bool(false), "the token is good")
        }
        try await book.revoke(family: grant.family)
        #expect(known() == [texts[1]])
        #expect(try book.standing(ofBearer: texts[0]) == .unknown)
        // Another process's change may be of anybody.
        let program = try self.book(folder)
        try program.setPassword("87654321", of: "bob")
        try await book.revoke(family: grant.family)
        #expect(known() == [])
        #expect(try book.standing(ofBearer: texts[1]) == .unknown)
    }

    @Test func anAppKeepsItsSecretAndTakesItsCodesAlong() async throws {
        let folder = try folder()
        let book = try book(folder)
        try book.addUser(login: "ada", displayName: nil, password: "12345678", quota: 1)
        try book.addApp(key: "app", secret: "hush", redirects: [])
        try book.addApp(key: "app", secret: nil, redirects: ["https://example.org"])
        #expect(try book.isSecret("hush", of: "app"))
        #expect(try book.app("app")?.redirects == ["https://example.org"])
        let code = try await book.issueCode(
            AuthorizationCode(
                account: book.users()[0].account, app: "app", redirect: nil, challenge: nil,
                method: nil, scopes: .all, isOffline: false,
                expires: Timestamp(seconds: 2000)))
        #expect(!code.isEmpty)
        try book.removeApp("app")
        let connection = try DataDirectory.open(at: folder.path + "/data").openAccounts(
            forWriting: false)
        #expect(try connection.text("SELECT count(*) FROM codes") == "0")
    }

    @Test func theLimiterForgetsAndStaysSmall() {
        var limiter = LoginLimiter(failures: 3, window: 60, capacity: 10)
        let start = Timestamp(seconds: 0)
        for second in 0..<3 { limiter.recordFailure("a", at: Timestamp(seconds: Int64(second))) }
        #expect(limiter.wait("a", at: Timestamp(seconds: 3)) == 57)
        #expect(limiter.wait("b", at: start) == nil)
        #expect(limiter.wait("a", at: Timestamp(seconds: 60)) == nil)
        limiter.withdrawFailure("a")
        #expect(limiter.wait("a", at: Timestamp(seconds: 3)) == nil)
        for number in 0..<1000 { limiter.recordFailure("n\(number)", at: start) }
        #expect(limiter.wait("n999", at: start) == nil)
    }
}
