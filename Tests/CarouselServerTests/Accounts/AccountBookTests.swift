import DropboxAPI
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
        for name in try FileSystem.names(in: folder.path + "/data") {
            guard let content = try? FileSystem.text(of: folder.path + "/data/" + name) else {
                continue
            }
            for text in texts { #expect(!content.contains(text), "\(name)") }
        }
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
