import Testing

@testable import HTTPServer

@Suite struct RouterTests {
    /// A router whose routes can be told apart by their body limit.
    private let router: Router = {
        var router = Router()
        let patterns: [(HTTPMethod, String)] = [
            (.get, "/links/{id}"), (.get, "/links/all"), (.post, "/links/{id}"),
            (.get, "/files/{path...}"), (.get, "/files"), (.put, "/a/{b}/c/{d}"),
            (.get, "/a/x/c"), (.get, "/"),
        ]
        for (index, pattern) in patterns.enumerated() {
            router.on(pattern.0, pattern.1, RouteOptions(bodyLimit: Int64(index))) { _ in .text("")
            }
        }
        return router
    }()

    private func find(
        _ method: HTTPMethod, _ path: String
    ) -> (index: Int64, parameters: [String: String]) {
        let (route, parameters) = router.route(
            method, RequestTarget(rawPath: path, rawQuery: nil))
        let pairs = parameters.pairs.map { ($0.name, $0.value) }
        return (route.options.bodyLimit, Dictionary(uniqueKeysWithValues: pairs))
    }

    @Test func literalPartWinsOverPlaceholder() {
        #expect(find(.get, "/links/7") == (0, ["id": "7"]))
        #expect(find(.get, "/links/all") == (1, [:]))
        #expect(find(.get, "/") == (7, [:]))
    }

    @Test func placeholderIsTriedWhenTheLiteralLeadsNowhere() {
        #expect(find(.put, "/a/x/c/y") == (5, ["b": "x", "d": "y"]))
        #expect(find(.get, "/a/x/c") == (6, [:]))
    }

    @Test func restTakesAllPartsDecoded() {
        #expect(find(.get, "/files/a%20b/c") == (3, ["path": "a b/c"]))
        #expect(find(.get, "/files/") == (3, ["path": ""]))
        #expect(find(.get, "/files") == (4, [:]))
    }

    @Test func emptyPartIsNoPlaceholder() {
        #expect(status(.get, "/links/") == 404)
        #expect(status(.get, "/links/a/") == 404)
    }

    @Test func escapedLiteralIsTheSamePath() {
        #expect(find(.get, "/links/%61ll") == (1, [:]))
    }

    @Test func headIsAnsweredByGet() {
        #expect(find(.head, "/links/7") == (0, ["id": "7"]))
        #expect(find(.head, "/files") == (4, [:]))
    }

    @Test func otherMethodsAreNamed() {
        #expect(failure(.delete, "/links/7")?.headers["Allow"] == "GET, HEAD, POST, OPTIONS")
        #expect(status(.delete, "/links/7") == 405)
        #expect(status(.head, "/a/b/c/d") == 405)
        #expect(status(.get, "/nowhere") == 404)
    }

    private func failure(_ method: HTTPMethod, _ path: String) -> RequestFailure? {
        let (route, _) = router.route(method, RequestTarget(rawPath: path, rawQuery: nil))
        return route.refusal
    }

    private func status(_ method: HTTPMethod, _ path: String) -> Int? {
        failure(method, path)?.status.code
    }
}
