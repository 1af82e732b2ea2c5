import Testing

@testable import HTTPServer

@Suite struct RequestHeadTests {
    @Test func headersAreFoundWithoutRegardToCase() throws {
        let head = try parse("GET / HTTP/1.1\r\nHost: x\r\nX-A: 1\r\nx-a:\t2 \r\nY:\r\n\r\n")
        #expect(head.headers["HOST"] == "x")
        #expect(head.headers["x-A"] == "1")
        #expect(head.headers.values(of: "X-a") == ["1", "2"])
        #expect(head.headers["y"] == "")
        #expect(head.headers["X-"] == nil)
        #expect(head.headers.count == 4)
    }

    @Test func pathIsSplitBeforeItIsDecoded() throws {
        let head = try parse("GET /a%20b/%C3%A9//c+d?x=1+2&y=%26&z HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(head.target.segments == ["a b", "é", "", "c+d"])
        #expect(head.target.query("x") == "1 2")
        #expect(head.target.query("y") == "&")
        #expect(head.target.query("z") == "")
        #expect(head.target.query("w") == nil)
    }

    @Test func absoluteTargetIsTakenWhenItsHostIsTheHost() throws {
        let head = try parse("GET http://Ex.org:80/a?b HTTP/1.1\r\nHost: eX.org:80\r\n\r\n")
        #expect(head.target == RequestTarget(rawPath: "/a", rawQuery: "b"))
        let bare = try parse("GET http://x?b HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(bare.target == RequestTarget(rawPath: "/", rawQuery: "b"))
    }

    @Test func keepAliveFollowsVersionAndConnection() throws {
        for (version, connection, stays) in [
            ("1.1", "", true), ("1.1", "close", false), ("1.1", "x, CLOSE", false),
            ("1.1", "closed", true), ("1.0", "", false), ("1.0", "Keep-Alive", true),
            ("1.0", "keep-alive, close", false),
        ] {
            let head = try parse(
                "GET / HTTP/\(version)\r\nHost: x\r\nConnection: \(connection)\r\n\r\n")
            #expect(head.keepsAlive == stays, "\(version) \(connection)")
        }
    }

    @Test func http10ClientIsNotToldToContinue() throws {
        let fields = "Host: x\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\n"
        #expect(try parse("PUT / HTTP/1.1\r\n" + fields).expectsContinue)
        #expect(try !parse("PUT / HTTP/1.0\r\n" + fields).expectsContinue)
    }

    private func parse(_ text: String) throws -> RequestHead {
        var parser = HeadParser(limits: ParserLimits(ServerLimits()))
        var offset = 0
        let bytes = Array(text.utf8)
        return try #require(try parser.next(bytes.span, at: &offset))
    }
}
