import Testing

@testable import HTTPServer

@Suite struct SelectionTests {
    @Test(arguments: [
        ("bytes=0-4", ByteRange.part(0..<5)), ("bytes=5-", .part(5..<10)),
        ("bytes=-3", .part(7..<10)), ("bytes=-30", .part(0..<10)), ("bytes=9-9", .part(9..<10)),
        ("bytes=3-100", .part(3..<10)), ("BYTES=0-0", .part(0..<1)),
        ("bytes=0-99999999999999999999999", .part(0..<10)),
        ("bytes=10-", .unsatisfiable), ("bytes=10-20", .unsatisfiable),
        ("bytes=-0", .unsatisfiable), ("bytes=99999999999999999999999-", .unsatisfiable),
        ("bytes=4-3", .ignored), ("bytes=0-1,3-4", .ignored), ("bytes=", .ignored),
        ("bytes=-", .ignored), ("bytes=a-b", .ignored), ("bytes= 0-1", .ignored),
        ("bytes=0-1-2", .ignored), ("bytes=+1-2", .ignored), ("lines=0-1", .ignored),
        ("", .ignored),
    ])
    func rangeIsReadStrictly(text: String, range: ByteRange) {
        #expect(ByteRange(text, size: 10) == range)
    }

    @Test func emptyFileSatisfiesNoRange() {
        #expect(ByteRange("bytes=0-", size: 0) == .unsatisfiable)
        #expect(ByteRange("bytes=-1", size: 0) == .unsatisfiable)
    }

    private static let before = "Thu, 01 Jan 1970 00:16:39 GMT"
    private static let same = "Thu, 01 Jan 1970 00:16:40 GMT"

    @Test(arguments: [
        ([], Selection.whole),
        ([("Range", "bytes=0-4")], .part(0..<5)),
        ([("Range", "bytes=90-")], .unsatisfiable),
        ([("Range", "nonsense")], .whole),
        ([("If-Match", "\"a\"")], .whole),
        ([("If-Match", "*")], .whole),
        ([("If-Match", "\"b\" , \"a\"")], .whole),
        ([("If-Match", "\"b\"")], .preconditionFailed),
        ([("If-Match", "W/\"a\"")], .preconditionFailed),
        ([("If-Unmodified-Since", before)], .preconditionFailed),
        ([("If-Unmodified-Since", same)], .whole),
        ([("If-Unmodified-Since", "yesterday")], .whole),
        ([("If-None-Match", "\"a\"")], .notModified),
        ([("If-None-Match", "W/\"a\"")], .notModified),
        ([("If-None-Match", "*")], .notModified),
        ([("If-None-Match", "\"b\",\"c\"")], .whole),
        ([("If-Modified-Since", before)], .whole),
        ([("If-Modified-Since", same)], .notModified),
        ([("If-None-Match", "\"b\""), ("If-Modified-Since", same)], .whole),
        ([("If-None-Match", "\"a\""), ("Range", "bytes=0-4")], .notModified),
        ([("If-Range", "\"a\""), ("Range", "bytes=0-4")], .part(0..<5)),
        ([("If-Range", "W/\"a\""), ("Range", "bytes=0-4")], .whole),
        ([("If-Range", "\"b\""), ("Range", "bytes=90-")], .whole),
        ([("If-Range", same), ("Range", "bytes=0-4")], .part(0..<5)),
        ([("If-Range", before), ("Range", "bytes=0-4")], .whole),
    ])
    func conditionsDecide(fields: [(String, String)], selection: Selection) throws {
        #expect(try select(.get, fields) == selection)
    }

    @Test func rangeIsForGetOnly() throws {
        #expect(try select(.head, [("Range", "bytes=0-4")]) == .whole)
    }

    private func select(
        _ method: HTTPMethod, _ fields: [(String, String)]
    ) throws -> Selection {
        let text = fields.map { "\($0): \($1)\r\n" }.joined()
        var parser = HeadParser(limits: ParserLimits(ServerLimits()))
        let bytes = Array("GET / HTTP/1.1\r\nHost: x\r\n\(text)\r\n".utf8)
        var offset = 0
        let head = try #require(try parser.next(bytes.span, at: &offset))
        return Selection(
            method, head.headers, size: 10, tag: EntityTag("a"), modified: 1_000)
    }
}
