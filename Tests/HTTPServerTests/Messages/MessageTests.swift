import Testing

@testable import HTTPServer

@Suite struct MessageTests {
    @Test func headerValueCannotHoldALine() {
        var headers = ResponseHeaders()
        headers.add("X-A", "one\r\nSet-Cookie: evil\u{0}\u{7F}")
        #expect(headers["x-a"] == "one  Set-Cookie: evil  ")
        #expect(headers["Set-Cookie"] == nil)
        #expect(headers.encoded.count { $0 == 10 } == 1)
    }

    @Test func headersAreFoundWithoutRegardToCase() {
        let headers: ResponseHeaders = ["Content-Type": "a/b", "ETag": "", "X": "a: b"]
        #expect(headers["CONTENT-type"] == "a/b")
        #expect(headers["etag"] == "")
        #expect(headers["x"] == "a: b")
        #expect(headers["Content"] == nil)
    }

    @Test func formPairsAreDecoded() {
        let pairs = PercentCoding.pairs(of: "a=1&b=%26%3D+x&c&=d&&e=%zz%4&f=1=2&%C3%A9=%ff")
        #expect(pairs.map(\.name) == ["a", "b", "c", "", "e", "f", "é"])
        #expect(pairs.map(\.value) == ["1", "&= x", "", "d", "%zz%4", "1=2", "\u{FFFD}"])
    }

    @Test func everyStatusHasAPhrase() {
        for code in 100...999 { #expect(HTTPStatus(code).phrase.utf8CodeUnitCount > 0) }
        #expect(HTTPStatus.notModified.forbidsBody && HTTPStatus.noContent.forbidsBody)
        #expect(!HTTPStatus.ok.forbidsBody)
    }

    @Test func wholeBodyIsBounded() async throws {
        #expect(try await RequestBody([1, 2, 3]).collect(upTo: 3) == [1, 2, 3])
        await #expect(throws: RequestBodyError.tooLarge(limit: 2)) {
            try await RequestBody([1, 2, 3]).collect(upTo: 2)
        }
        #expect(try await RequestBody().collect(upTo: 0) == [])
        var chunks = RequestBody([1, 2]).makeAsyncIterator()
        #expect(try await chunks.next() == [1, 2])
        #expect(try await chunks.next() == nil)
    }
}
