import Testing

@testable import HTTPServer

@Suite struct RouterTests {
    @Test func literalPartWinsOverPlaceholder() {
        var router = Router()
        router.get("/links/{id}") { _ in .text("one") }
        router.get("/links/all") { _ in .text("all") }
        guard case .found(_, let parameters) = router.root.match(.get, ["links", "7"]) else {
            Issue.record("no route")
            return
        }
        #expect(parameters["id"] == "7")
        guard case .found(_, let none) = router.root.match(.get, ["links", "all"]) else {
            Issue.record("no route")
            return
        }
        #expect(none == RouteParameters())
    }
}
